/// The frames between worker and checker: a fixed header, then a CBOR payload.
///
///     offset  bytes
///          0      4  magic, kFrameMagic
///          4      2  protocol version
///          6      2  FrameType
///          8      4  payload length, at most kFrameBytesMax
///         12      4  CRC-32 of the payload
///         16         payload
///
/// All numbers are little-endian.  The other end may be hostile, so anything that does
/// not have exactly this form is a ProtocolError and ends the conversation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "common/fields.h"

namespace gridlock {

constexpr std::uint32_t kFrameMagic = 0x4b4c4447;  // "GDLK"
constexpr std::uint16_t kProtocolVersion = 2;
constexpr std::size_t kFrameHeaderBytes = 16;
constexpr std::size_t kFrameBytesMax = 32 << 20;  ///< The payload of one frame.
constexpr int kFrameDepthMax = 16;                ///< Nested objects and lists.
constexpr std::size_t kFrameItemsMax = 4 << 20;   ///< Values in one payload.

enum class FrameType : std::uint16_t {
  hello = 1,       ///< Worker, once its module is loaded: Hello.
  load,            ///< Checker, to a worker without a module or to begin anew: Load.
  explore,         ///< Checker: ExploreRequest.
  run,             ///< Checker: RunRequest.
  outcome,         ///< Worker: Outcome; waits for an answer.
  finding,         ///< Worker: Finding; waits for an answer.
  program_result,  ///< Worker: ProgramResult; waits for an answer.
  answer,          ///< Checker: Answer.
  progress,        ///< Worker: Progress; no answer.
  summary,         ///< Worker: Summary; ends the exploration.
  failure,         ///< Worker: Failure, instead of a summary.
  warm_up,         ///< Checker, before load: WarmUp.
};

/// The other end violated the protocol; the message says how.
class ProtocolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Frame {
  FrameType type = FrameType::hello;
  std::string payload;  ///< CBOR.
};

/// Header and payload, ready to be written.
/// \throws std::length_error if the body is larger than a frame may be.
std::string encode_frame(FrameType type, const nlohmann::json& body);

/// The frame of one of the messages.
template <HasFields Message>
std::string encode_frame(FrameType type, const Message& message);

/// The payload as JSON.
/// \throws ProtocolError if it is not plain CBOR within the limits.
nlohmann::json decode_body(const Frame& frame);

/// The payload as one of the messages.
/// \throws ProtocolError if it does not have exactly this form
template <class Message>
Message decode_as(const Frame& frame);

/// Cuts a stream of bytes into frames.
class FrameDecoder {
 public:
  void feed(std::string_view bytes) { buffer_.append(bytes); }

  /// The next whole frame, if there is one.
  /// \throws ProtocolError as soon as a header or a checksum is wrong
  std::optional<Frame> next();

  /// Whether a frame has begun but is not complete.
  bool in_the_middle() const { return !buffer_.empty(); }

 private:
  std::string buffer_;
};

}  // namespace gridlock
