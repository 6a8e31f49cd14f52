/// The events on the device in one run of each contestant: the results of the scenarios
/// `timeline` and `timeline_NAME` of an experiment.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/samples.h"
#include "protocol/messages.h"

namespace gridlock {

/// The contents of the line "// timeline: LANE NAME; PHASE, PHASE" of an experiment.
struct TimelineNames {
  std::string lane;  ///< What a row of the picture stands for: "multiprocessor".
  std::vector<std::string> phases;  ///< For example "works", "waits".
};

/// \throws std::runtime_error if the line does not have this form
TimelineNames parse_timeline_names(const std::string& line);

/// The time that a lane spends in a phase: `begin` to `end`, in nanoseconds.
struct TimelineSpan {
  std::int64_t lane = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::size_t phase = 0;  ///< Index into the names.
};

struct Timeline {
  std::string contestant;
  std::vector<TimelineSpan> spans;  ///< The earliest begins at 0.
  std::string failure;              ///< Why there are none; "" if there are.
};

/// The timeline that a scenario returned as "lane", "begin", "end" and "phase", in times
/// since any fixed moment.  `failure` says what is wrong with it.
Timeline timeline_of(const std::string& contestant, const Outputs& outputs,
                     const TimelineNames& names);

/// One row per span, of the runs that did not fail.
SampleTable timeline_samples(const std::vector<Timeline>& timelines,
                             const TimelineNames& names, const std::string& bench,
                             BenchEnvironment environment);

}  // namespace gridlock
