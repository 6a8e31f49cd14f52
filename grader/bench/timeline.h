/// \file
/// Who did what when on the device, for one run of each contestant: what the scenarios
/// `timeline` and `timeline_NAME` of an experiment return.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/samples.h"
#include "protocol/messages.h"

namespace gridlock {

/// What the line "// timeline: LANE NAME; PHASE, PHASE" of an experiment says.
struct TimelineNames {
  std::string lane;                 ///< What a row of the picture is: "multiprocessor".
  std::vector<std::string> phases;  ///< "works", "waits".
};

/// \throws std::runtime_error if the line has no such form
TimelineNames parse_timeline_names(const std::string& line);

/// A lane is in a phase from `begin` to `end`, in nanoseconds.
struct TimelineSpan {
  std::int64_t lane = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::size_t phase = 0;  ///< Index into the names.
};

/// One run.
struct Timeline {
  std::string contestant;
  std::vector<TimelineSpan> spans;  ///< The earliest begins at 0.
  std::string failure;              ///< Why there are none; "" if there are.
};

/// What a scenario returned as "lane", "begin", "end" and "phase", from any moment on.
/// `failure` says what is wrong with it.
Timeline timeline_of(const std::string& contestant, const Outputs& outputs,
                     const TimelineNames& names);

/// A row for each span of those that did not fail.
SampleTable timeline_samples(const std::vector<Timeline>& timelines,
                             const TimelineNames& names, const std::string& bench,
                             BenchEnvironment environment);

}  // namespace gridlock
