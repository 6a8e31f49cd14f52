// Timelines that scenarios return, and their pictures.
#include <doctest/doctest.h>

#include "bench/timeline.h"

namespace gridlock::test_timeline {
const TimelineNames kNames{"multiprocessor", {"works", "waits"}};

/// Timelines on two lanes; their clock began long before them.
Outputs two_lanes() {
  return {{"lane", {0, 0, 7}},
          {"begin", {1'000'500, 1'000'700, 1'000'400}},
          {"end", {1'000'700, 1'000'900, 1'000'400}},
          {"phase", {0, 1, 0}}};
}

TEST_CASE("the line that names lanes and phases") {
  const TimelineNames names =
      parse_timeline_names("block; in the first barrier,  in the second");
  CHECK(names.lane == "block");
  CHECK(names.phases ==
        std::vector<std::string>{"in the first barrier", "in the second"});
  for (const char* line : {"block", "block;", "; works", "block; works,, waits"}) {
    CAPTURE(line);
    CHECK_THROWS_WITH_AS(parse_timeline_names(line),
                         doctest::Contains("LANE NAME; PHASE, PHASE"),
                         std::runtime_error);
  }
}

TEST_CASE("a timeline begins at 0, whenever the clock began") {
  const Timeline timeline = timeline_of("yours", two_lanes(), kNames);
  CHECK(timeline.failure == "");
  REQUIRE(timeline.spans.size() == 3);
  CHECK(timeline.spans[0].begin == 100);
  CHECK(timeline.spans[1].begin == 300);
  CHECK(timeline.spans[1].end == 500);
  CHECK(timeline.spans[1].phase == 1);
  CHECK(timeline.spans[2].lane == 7);
  CHECK(timeline.spans[2].begin == 0);
}

TEST_CASE("what does not fit together is no timeline, and says why") {
  const auto failure = [](const char* name, std::vector<std::int64_t> values) {
    Outputs outputs = two_lanes();
    outputs[name] = std::move(values);
    const Timeline timeline = timeline_of("yours", outputs, kNames);
    CHECK(timeline.spans.empty());
    return timeline.failure;
  };
  CHECK(failure("lane", {}) == "its timeline has no \"lane\"");
  CHECK(failure("end", {1}) == "its timeline has 3 lanes, and 1 of \"end\"");
  CHECK(failure("phase", {0, 2, 0}) == "its timeline has phase 2 from 300 to 500");
  CHECK(failure("phase", {0, -1, 0}) == "its timeline has phase -1 from 300 to 500");
  CHECK(failure("end", {1'000'700, 1'000'699, 1'000'400}) ==
        "its timeline has phase 1 from 300 to 299");
  CHECK(timeline_of("yours", {}, kNames).failure == "its timeline has no \"lane\"");
}

TEST_CASE("a timeline becomes CSV: a row a span, and a line for who has none") {
  std::vector<Timeline> timelines{timeline_of("yours", two_lanes(), kNames)};
  timelines.push_back({"naps", {}, "it crashed"});
  CHECK(csv_text(timeline_samples(timelines, kNames, "02_lock_barrier",
                                  {{"device", "none"}})) ==
        "# bench: 02_lock_barrier\n"
        "# device: none\n"
        "# lane: multiprocessor\n"
        "# phases: works, waits\n"
        "# no timeline: naps: it crashed\n"
        "contestant,lane,begin_ns,end_ns,phase\n"
        "yours,0,100,300,works\n"
        "yours,0,300,500,waits\n"
        "yours,7,0,0,works\n");
}

}  // namespace gridlock::test_timeline
