// Frames: the decoder reads the encoder's output, and refuses everything else.
#include "protocol/frame.h"
#include "protocol/conversation.h"
#include "protocol/serialize.h"
#include "tests/test.h"

namespace gridlock::test_frame {
Frame only_frame(const std::string& bytes) {
  FrameDecoder decoder;
  decoder.feed(bytes);
  auto frame = decoder.next();
  REQUIRE(frame.has_value());
  CHECK_FALSE(decoder.in_the_middle());
  return *frame;
}

Frame with_payload(const std::string& payload) { return {FrameType::outcome, payload}; }

TEST_CASE("a frame is read back as it was written") {
  Outcome outcome;
  outcome.outputs["sum"] = {1, -2, INT64_MIN, INT64_MAX};
  outcome.counters["launches"] = 3;
  outcome.schedule = "rr-1";
  outcome.seen = UINT64_MAX;
  const Frame frame = only_frame(encode_frame(FrameType::outcome, outcome));
  CHECK(frame.type == FrameType::outcome);
  const auto read = decode_as<Outcome>(frame);
  CHECK(read.outputs == outcome.outputs);
  CHECK(read.counters == outcome.counters);
  CHECK(read.schedule == "rr-1");
  CHECK(read.seen == UINT64_MAX);
}

TEST_CASE("frames may arrive byte by byte, and several at once") {
  const std::string bytes = encode_frame(FrameType::answer, Answer{false}) +
                            encode_frame(FrameType::progress, Progress{7});
  FrameDecoder decoder;
  int frames = 0;
  for (const char byte : bytes) {
    decoder.feed({&byte, 1});
    while (decoder.next()) ++frames;
  }
  CHECK(frames == 2);
  decoder.feed(bytes);
  CHECK(decoder.next()->type == FrameType::answer);
  CHECK(decoder.next()->type == FrameType::progress);
}

TEST_CASE("a header that is off in any field is refused") {
  const std::string good = encode_frame(FrameType::answer, Answer{true});
  const auto refused = [](std::string bytes) {
    FrameDecoder decoder;
    decoder.feed(bytes);
    CHECK_THROWS_AS(decoder.next(), ProtocolError);
  };
  for (const std::size_t at : {0u, 3u, 4u, 7u, 11u, 12u, 15u}) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x40);
    CAPTURE(at);
    refused(bad);
  }
  std::string bad = good;
  bad.back() = static_cast<char>(bad.back() ^ 1);
  refused(bad);
  bad = good;
  bad[6] = 0;  // There is no type 0.
  refused(bad);
  refused("a text that is no frame at all");
}

TEST_CASE("a length of 4 GB is refused before anything is stored") {
  std::string bytes = encode_frame(FrameType::answer, Answer{true});
  for (std::size_t at = 8; at < 12; ++at) bytes[at] = '\xff';
  FrameDecoder decoder;
  decoder.feed(bytes);
  CHECK_THROWS_AS(decoder.next(), ProtocolError);
}

TEST_CASE("a frame that is larger than allowed is not made") {
  CHECK_THROWS_AS(
      encode_frame(FrameType::failure, Failure{std::string(kFrameBytesMax, 'x')}),
      std::length_error);
}

TEST_CASE("CBOR that our encoder does not make is refused without recursion") {
  const auto refused = [](const std::string& payload) {
    CAPTURE(payload.size());
    CHECK_THROWS_AS(decode_body(with_payload(payload)), ProtocolError);
  };
  refused("");
  refused(std::string(1 << 20, '\x81'));  // A list in a list in a list ...
  refused(std::string(1 << 20, '\x9f'));  // The same, of unknown length.
  refused(std::string(1 << 20, '\x7f'));  // A text of texts of texts ...
  refused(std::string(1 << 20, '\xc1'));  // Tags of tags.
  refused(std::string("\x9b\xff\xff\xff\xff\xff\xff\xff\xff", 9));  // 2^64 values.
  refused(std::string("\xbb\x80\x00\x00\x00\x00\x00\x00\x00", 9));  // 2^63 pairs.
  refused(std::string("\x7b\xff\xff\xff\xff\xff\xff\xff\xff", 9));  // A text of 2^64.
  refused(
      std::string("\x43"
                  "ab",
                  3));                  // Three bytes, of which one is missing.
  refused(std::string("\x01\x01", 2));  // Two values.
  refused(std::string("\xf8\x20", 2));  // An unknown simple value.
}

TEST_CASE("lists in lists are read to a depth that our messages need, and no deeper") {
  const auto nested = [](std::size_t depth) {
    return with_payload(std::string(depth, '\x81') + '\x01');
  };
  CHECK_NOTHROW(decode_body(nested(kFrameDepthMax)));
  CHECK_THROWS_AS(decode_body(nested(kFrameDepthMax + 1)), ProtocolError);
  CHECK_THROWS_AS(decode_body(nested(1 << 20)), ProtocolError);
}

TEST_CASE("every cut of a good payload is refused") {
  Finding finding;
  finding.kind = Verdict::data_race;
  finding.accesses.resize(2);
  finding.interleaving.resize(3);
  const Frame whole = only_frame(encode_frame(FrameType::finding, finding));
  CHECK(decode_as<Finding>(whole).interleaving.size() == 3);
  for (std::size_t size = 0; size < whole.payload.size(); ++size)
    CHECK_THROWS_AS(decode_as<Finding>(with_payload(whole.payload.substr(0, size))),
                    ProtocolError);
}

TEST_CASE("a message must have exactly its members, of exactly their types") {
  const auto refused = [](const nlohmann::json& body) {
    CAPTURE(body.dump());
    CHECK_THROWS_AS(
        decode_as<Summary>(only_frame(encode_frame(FrameType::summary, body))),
        ProtocolError);
  };
  nlohmann::json good = serial::written(Summary{});
  CHECK_NOTHROW(decode_as<Summary>(only_frame(encode_frame(FrameType::summary, good))));
  for (const auto& [key, value] : good.items()) {
    nlohmann::json without = good;
    without.erase(key);
    refused(without);
    nlohmann::json wrong = good;
    wrong[key] = "a text";
    refused(wrong);
  }
  nlohmann::json more = good;
  more["score"] = 100;
  refused(more);
  nlohmann::json negative = good;
  negative["schedules"] = -1;
  refused(negative);
  nlohmann::json fraction = good;
  fraction["schedules"] = 1.5;
  refused(fraction);
  nlohmann::json number = good;
  number["exhaustive"] = 1;
  refused(number);
  refused(nlohmann::json::array());
  refused(nullptr);
}

TEST_CASE("numbers that do not fit are refused, not cut") {
  nlohmann::json model = serial::written(DeviceModel{});
  model["sms"] = std::int64_t{1} << 40;
  DeviceModel read;
  CHECK_THROWS_AS(serial::read(model, read), nlohmann::json::exception);
  nlohmann::json access = serial::written(Access{});
  access["block"] = {1, 2};
  Access read_access;
  CHECK_THROWS_AS(serial::read(access, read_access), nlohmann::json::exception);
}

TEST_CASE("a cause goes through a frame with its parts, and no other kind does") {
  Finding finding;
  finding.kind = Verdict::data_race;
  finding.missing = {NoFenceBeforeSignal{Scope::system, {0x30}, {"atomicAdd", {0x50}}},
                     UpdateInTwoSteps{{0x30}, std::nullopt}};
  const nlohmann::json json = serial::written(finding);
  const auto read =
      decode_as<Finding>(only_frame(encode_frame(FrameType::finding, json)));
  CHECK(serial::written(read) == json);
  const auto& fence = *read.missing.at(0).get_if<NoFenceBeforeSignal>();
  CHECK(fence.needed == Scope::system);
  CHECK(fence.signal.name == "atomicAdd");
  CHECK(fence.signal.at.pc == 0x50);

  const auto refused = [&](const char* path, const nlohmann::json& value) {
    nlohmann::json bad = json;
    bad.at(nlohmann::json::json_pointer(path)) = value;
    CAPTURE(path);
    CHECK_THROWS_AS(decode_as<Finding>(only_frame(encode_frame(FrameType::finding, bad))),
                    ProtocolError);
  };
  refused("/missing/0/is", "NoSuchCause");
  refused("/missing/0/is", "UpdateInTwoSteps");
  refused("/missing/0/of/needed", 3);
  refused("/missing/0/of/needed", -1);
  refused("/missing/0/of", nlohmann::json::object());
  refused("/missing/0", "NoFenceBeforeSignal");
}

}  // namespace gridlock::test_frame
