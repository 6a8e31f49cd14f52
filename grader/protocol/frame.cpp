#include "protocol/frame.h"

#include <boost/crc.hpp>
#include <nlohmann/json.hpp>

#include "protocol/conversation.h"
#include "protocol/serialize.h"

namespace gridlock {
namespace {

void put(std::string& bytes, std::uint32_t number, int count) {
  for (int i = 0; i < count; ++i)
    bytes.push_back(static_cast<char>(number >> (8 * i) & 0xFF));
}

std::uint64_t get(std::string_view bytes, std::size_t at, int count) {
  std::uint64_t number = 0;
  for (int i = 0; i < count; ++i)
    number |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return number;
}

std::uint32_t checksum(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

/// Scans CBOR without recursion and accepts only what our encoder produces, so that the
/// library's recursive parser never sees deep or endless nesting.
class CborScan {
 public:
  explicit CborScan(std::string_view bytes) : bytes_(bytes) {}

  void run() {
    item();
    while (!open_.empty()) {
      if (open_.back() == 0) {
        open_.pop_back();
      } else {
        --open_.back();
        item();
      }
    }
    if (at_ != bytes_.size()) throw ProtocolError("bytes after the end of a payload");
  }

 private:
  void item() {
    if (++items_ > kFrameItemsMax) throw ProtocolError("too many values in a frame");
    const unsigned lead = static_cast<unsigned char>(take(1)[0]);
    const unsigned major = lead >> 5;
    const unsigned info = lead & 31;
    if (major == 7) return simple(info);
    const std::uint64_t count = argument(info);
    switch (major) {
      case 0:
      case 1:
        return;
      case 2:
      case 3:
        take(count);
        return;
      case 4:
        return nest(count);
      case 5:
        if (count > kFrameItemsMax) throw ProtocolError("an object is too large");
        return nest(2 * count);
      default:
        throw ProtocolError("a value of a kind that is not used here");
    }
  }

  void simple(unsigned info) {
    if (info == 20 || info == 21 || info == 22) return;  // false, true, null
    if (info < 25 || info > 27) throw ProtocolError("an unknown simple value");
    take(std::size_t{1} << (info - 24));  // a floating-point number
  }

  std::uint64_t argument(unsigned info) {
    if (info < 24) return info;
    if (info > 27) throw ProtocolError("a value of unknown length");
    const int count = 1 << (info - 24);
    const std::string_view digits = take(static_cast<std::size_t>(count));
    std::uint64_t number = 0;
    for (const char digit : digits)
      number = number << 8 | static_cast<unsigned char>(digit);
    return number;
  }

  void nest(std::uint64_t count) {
    if (open_.size() >= kFrameDepthMax) throw ProtocolError("a frame is nested too deep");
    open_.push_back(count);
  }

  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size() - at_) throw ProtocolError("a payload ends in the middle");
    const std::string_view taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::size_t items_ = 0;
  std::vector<std::uint64_t> open_;  ///< Items still to come, by nesting level.
};

}  // namespace

std::string encode_frame(FrameType type, const nlohmann::json& body) {
  const std::string payload = serial::packed(body);
  if (payload.size() > kFrameBytesMax) throw std::length_error("the frame is too large");
  std::string frame;
  frame.reserve(kFrameHeaderBytes + payload.size());
  put(frame, kFrameMagic, 4);
  put(frame, kProtocolVersion, 2);
  put(frame, static_cast<std::uint16_t>(type), 2);
  put(frame, static_cast<std::uint32_t>(payload.size()), 4);
  put(frame, checksum(payload), 4);
  return frame += payload;
}

std::optional<Frame> FrameDecoder::next() {
  if (buffer_.size() < kFrameHeaderBytes) return std::nullopt;
  if (get(buffer_, 0, 4) != kFrameMagic) throw ProtocolError("bytes that are no frame");
  if (get(buffer_, 4, 2) != kProtocolVersion)
    throw ProtocolError("a frame of another protocol version");
  const auto type = get(buffer_, 6, 2);
  if (type < static_cast<std::uint16_t>(FrameType::hello) ||
      type > static_cast<std::uint16_t>(FrameType::warm_up))
    throw ProtocolError("a frame of an unknown type");
  const std::size_t length = get(buffer_, 8, 4);
  if (length > kFrameBytesMax) throw ProtocolError("a frame that is too large");
  if (buffer_.size() < kFrameHeaderBytes + length) return std::nullopt;

  Frame frame{static_cast<FrameType>(type), buffer_.substr(kFrameHeaderBytes, length)};
  if (checksum(frame.payload) != get(buffer_, 12, 4))
    throw ProtocolError("a frame with a wrong checksum");
  buffer_.erase(0, kFrameHeaderBytes + length);
  return frame;
}

nlohmann::json decode_body(const Frame& frame) {
  CborScan(frame.payload).run();
  nlohmann::json body = serial::unpacked(frame.payload);
  if (body.is_discarded()) throw ProtocolError("an unreadable payload");
  return body;
}

template <HasFields Message>
std::string encode_frame(FrameType type, const Message& message) {
  return encode_frame(type, serial::written(message));
}

template <class Message>
Message decode_as(const Frame& frame) {
  const nlohmann::json body = decode_body(frame);
  try {
    Message message;
    serial::read(body, message);
    return message;
  } catch (const nlohmann::json::exception& error) {
    throw ProtocolError(std::string("a message of the wrong form: ") + error.what());
  }
}

#define GRIDLOCK_MESSAGE(Message)                               \
  template std::string encode_frame(FrameType, const Message&); \
  template Message decode_as(const Frame&);
GRIDLOCK_MESSAGE(WarmUp)
GRIDLOCK_MESSAGE(Load)
GRIDLOCK_MESSAGE(Hello)
GRIDLOCK_MESSAGE(Answer)
GRIDLOCK_MESSAGE(Progress)
GRIDLOCK_MESSAGE(Failure)
GRIDLOCK_MESSAGE(Outcome)
GRIDLOCK_MESSAGE(Finding)
GRIDLOCK_MESSAGE(Summary)
GRIDLOCK_MESSAGE(ProgramResult)
GRIDLOCK_MESSAGE(ExploreRequest)
GRIDLOCK_MESSAGE(RunRequest)
#undef GRIDLOCK_MESSAGE

}  // namespace gridlock
