// The stories that `trace` writes for the player: what each thread knows, step by step.
#include "tests/test.h"

namespace gridlock::test_stories {
using nlohmann::json;

json story_of(const std::string& example, std::vector<std::string> more = {}) {
  const ScratchFolder folder("gridlock-story");
  const fs::path out = folder.path() / "x.story.json";
  more.insert(more.begin(),
              {"trace", std::string(GRIDLOCK_SOURCE_DIR) + "/docs/examples/" + example,
               "--out", out.string()});
  const ProcessResult result = run_gridlock(more);
  INFO(result.output, result.errors);
  REQUIRE(result.ok());
  return json::parse(read_file(out));
}

/// The index of the first step like this from the step `from` on.
std::size_t find(const json& story, const std::string& what, std::size_t from = 0) {
  const json& steps = story.at("steps");
  for (std::size_t i = from; i < steps.size(); ++i)
    if (steps[i].at("what") == what) return i;
  FAIL("there is no step \"", what, "\" in ", story.dump(1));
  return 0;
}

/// The values of a word that the lane of a step may still read after it, as the player
/// works them out (grader/player/README.md).
std::set<std::string> readable(const json& story, std::size_t after,
                               const std::string& name) {
  const json& steps = story.at("steps");
  const json& step = steps[after];
  std::vector<std::string> values{"before"};
  std::size_t known = 0;
  for (std::size_t i = 0; i <= after; ++i) {
    if (!steps[i].contains("writes") ||
        story.at("words")[steps[i].at("word").get<std::size_t>()].at("name") != name)
      continue;
    values.push_back(steps[i].at("writes"));
    bool knows = steps[i].at("lane") == step.at("lane");
    for (const json& last : step.at("knows"))
      knows |=
          steps[last.get<std::size_t>()].at("lane") == steps[i].at("lane") && last >= i;
    if (knows) known = values.size() - 1;
  }
  return {values.begin() + static_cast<std::ptrdiff_t>(known), values.end()};
}

TEST_CASE("a signal that was seen tells nothing of the message, until there is a fence") {
  const json wrong = story_of("message_by_volatile.cu");
  CHECK(wrong.at("verdict") == "data_race");
  const std::size_t seen = find(wrong, "volatile read flag");
  CHECK(wrong.at("steps")[seen].at("saw") == find(wrong, "volatile write flag"));
  CHECK(readable(wrong, seen, "message") == std::set<std::string>{"before", "42"});
  CHECK(wrong.contains("missing_arrow"));

  const json right = story_of("message_by_two_fences.cu");
  CHECK(right.at("verdict") == "");
  const std::size_t flag = find(right, "volatile read flag");
  const std::size_t fence = find(right, "__threadfence", flag);
  CHECK(readable(right, flag, "message") == std::set<std::string>{"before", "42"});
  CHECK(readable(right, fence, "message") == std::set<std::string>{"42"});
  CHECK(right.at("steps")[find(right, "read message")].at("reads") == "42");
}

TEST_CASE("knowledge is passed on, and a fence of a block does not reach another") {
  const json relay = story_of("relay_fenced.cu");
  const std::size_t second = find(relay, "volatile read second");
  const std::size_t fence = find(relay, "__threadfence", second);
  CHECK(readable(relay, fence, "message") == std::set<std::string>{"42"});

  const json narrow = story_of("message_by_block_fences.cu");
  const std::size_t last = narrow.at("steps").size() - 1;
  CHECK(readable(narrow, last, "message") == std::set<std::string>{"before", "42"});
}

TEST_CASE("lanes of a warp meet at __syncwarp, and know what the others wrote") {
  const json story = story_of("neighbours.cu");
  CHECK(story.at("verdict") == "data_race");
  CHECK(story.at("steps").back().at("knows").empty());
}

/// Whether these steps follow each other along arrows.
bool are_linked(const json& story, const std::vector<std::string>& steps) {
  bool linked = true;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const json arrow = {{"from", find(story, steps[i - 1])},
                        {"to", find(story, steps[i])}};
    const json& arrows = story.at("arrows");
    linked &= std::find(arrows.begin(), arrows.end(), arrow) != arrows.end();
  }
  return linked;
}

TEST_CASE("arrows lead from kernel to kernel where streams or events order them") {
  const auto repaired = [](const std::string& wrong, const std::string& right) {
    const std::string fixed =
        std::string(GRIDLOCK_SOURCE_DIR) + "/docs/examples/" + right;
    return story_of(wrong, {"--repaired", fixed});
  };
  const json events = repaired("two_streams.cu", "two_streams_event.cu");
  CHECK_FALSE(are_linked(events, {"write data", "read data"}));
  CHECK(are_linked(events.at("repaired"), {"write data", "cudaEventRecord",
                                           "cudaStreamWaitEvent", "read data"}));

  const json streams = repaired("default_stream_non_blocking.cu", "default_stream.cu");
  CHECK_FALSE(are_linked(streams, {"read data", "write data"}));
  CHECK(are_linked(streams.at("repaired"), {"write data", "read data"}));
}

TEST_CASE("arrows lead to a copy from its call, and from and to what streams order") {
  const json story = story_of("copy_after_an_event.cu");
  CHECK(are_linked(story, {"cudaMemcpyAsync in stream work", "cudaMemcpyAsync host"}));
  CHECK(are_linked(story, {"cudaMemcpyAsync data", "read data"}));
  const std::size_t back = find(story, "cudaStreamWaitEvent");
  const std::size_t copy = find(story, "cudaMemcpyAsync data", back);
  CHECK(are_linked(story, {"write data", "cudaEventRecord", "cudaStreamWaitEvent"}));
  CHECK(story.at("steps")[copy].at("lane") == story.at("steps")[back].at("lane"));

  const json wrong = story_of("copy_in_another_stream.cu");
  CHECK(wrong.at("verdict") == "data_race");
  const json& racing = wrong.at("missing_arrow");
  for (const json& arrow : wrong.at("arrows")) CHECK(arrow != racing);
}

/// The steps from which arrows lead to this one.
std::vector<std::size_t> before(const json& story, std::size_t step) {
  std::vector<std::size_t> steps;
  for (const json& arrow : story.at("arrows"))
    if (arrow.at("to") == step) steps.push_back(arrow.at("from"));
  std::sort(steps.begin(), steps.end());
  return steps;
}

TEST_CASE("arrows lead to the host's waits from the last that it has waited for") {
  using Steps = std::vector<std::size_t>;
  const json device = story_of("two_streams_event.cu");
  const std::size_t recorded =
      find(device, "cudaEventRecord", find(device, "write data"));
  const std::size_t copied = find(device, "write result");
  CHECK(before(device, find(device, "cudaDeviceSynchronize")) == Steps{recorded, copied});
  const std::size_t fetched = find(device, "cudaMemcpy result");
  const std::size_t call = find(device, "cudaMemcpy in default stream");
  CHECK(before(device, find(device, "cudaMemcpy in default stream", call + 1)) ==
        Steps{fetched});
  CHECK(before(device, call).empty());

  // No arrow comes from the other stream: the event has already ordered its work.
  const json stream = story_of("copy_after_an_event.cu");
  const std::size_t sync = find(stream, "cudaStreamSynchronize in stream back");
  CHECK(before(stream, sync) == Steps{sync - 1});

  const json event = story_of("../../grader/tests/sim/programs/event_order.cu",
                              {"--", "awaited_by_the_host"});
  const std::size_t done = find(event, "cudaEventRecord", find(event, "write data"));
  CHECK(before(event, find(event, "cudaEventSynchronize")) == Steps{done});
}

/// The text of a story's fence on the writes that its lane may no longer miss.
json fenced_at(const json& story, std::size_t step) {
  return story.at("steps")[step].value("fenced", json::array());
}

TEST_CASE("of two fences, the second makes the first one's writes visible") {
  const json story = story_of("store_buffering_fenced.cu");
  const std::size_t first = find(story, "__threadfence");
  const std::size_t second = find(story, "__threadfence", first + 1);
  CHECK(fenced_at(story, first).empty());
  CHECK(fenced_at(story, second) ==
        json{{{"write", find(story, "volatile write x")}, {"fence", first}}});
  // The fence adds no happens-before.
  CHECK(story.at("steps")[second].at("knows").empty());
}

TEST_CASE("a fence makes visible what its thread saw, too") {
  const json story = story_of("independent_reads_fenced.cu");
  std::vector<json> told;
  for (std::size_t i = 0; i < story.at("steps").size(); ++i)
    for (const json& one : fenced_at(story, i)) {
      CHECK(story.at("steps")[i].at("what") == "__threadfence");
      CHECK(one.contains("fence"));
      told.push_back(one);
    }
  CHECK_FALSE(told.empty());
  // If happens-before orders the write, the order of fences adds nothing.
  const json message = story_of("message_by_two_fences.cu");
  for (std::size_t i = 0; i < message.at("steps").size(); ++i)
    CHECK(fenced_at(message, i).empty());
  // Block-scope fences of different blocks have no order.
  const json wrong = story_of("../../grader/tests/sim/litmus/litmus.cu",
                              {"--", "volatile", "block", "blocks", "SB"});
  CHECK(find(wrong, "__threadfence_block") < wrong.at("steps").size());
  for (std::size_t i = 0; i < wrong.at("steps").size(); ++i)
    CHECK(fenced_at(wrong, i).empty());
}

TEST_CASE("kernels are numbered in the order of their launches, whichever begins first") {
  const json story = story_of("default_stream_non_blocking.cu");
  CHECK(find(story, "launch kernel 1, fill in stream a") <
        find(story, "launch kernel 2, copy in default stream"));
  CHECK(find(story, "read data") < find(story, "write data"));
}

TEST_CASE("another file is the repaired program, beside the wrong one") {
  const std::string fixed =
      std::string(GRIDLOCK_SOURCE_DIR) + "/docs/examples/message_by_two_fences.cu";
  const json story = story_of("message_by_volatile.cu", {"--repaired", fixed});
  CHECK(story.at("verdict") == "data_race");
  CHECK(story.at("repaired").at("verdict") == "");
  CHECK(story.at("repaired").at("steps").size() > story.at("steps").size());
  const std::string repair = story.at("repair");
  CHECK(contains(repair, "message_by_two_fences.cu"));
}

}  // namespace gridlock::test_stories
