/// How fast the simulator is: schedules per second, on one core, with full detection.
///
/// The program is sim/scenarios.cu, built and run like a lab's: with both levels of
/// happens-before, weak values, and every check of each access.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench/samples.h"
#include "bench/statistics.h"
#include "checker/grade.h"

namespace gridlock {

/// One size of the measured program.
struct SimPoint {
  int blocks = 4;
  int threads = 8;   ///< Per block.
  int barriers = 4;  ///< Between all blocks.
  int words = 1;     ///< Written and read per thread between two barriers.

  friend bool operator==(const SimPoint&, const SimPoint&) = default;
};

/// Points that differ in one parameter.
struct SimGrowth {
  std::string name;  ///< "threads", "words" or "barriers".
  std::vector<SimPoint> points;
};

/// The growths to measure.  The reference point, SimPoint{}, is in each of them.
std::vector<SimGrowth> sim_growths();

struct SimBenchRequest {
  std::filesystem::path root;
  std::filesystem::path cache_dir;
  int rounds = 9;
  double sample_seconds = 0.2;          ///< Approximate length of a sample.
  std::function<void(int)> progress{};  ///< Called with each round, from 1; may be empty.
};

struct SimSeries {
  SimPoint point;
  std::uint64_t schedules = 0;        ///< The number per sample; the same ones in each.
  std::uint64_t accesses = 0;         ///< Number of hooked accesses per sample.
  std::vector<double> seconds;        ///< One entry per round.
  std::vector<double> rates() const;  ///< Schedules per second, per round.
};

/// Measures all points of all growths, each point once.
/// \throws std::runtime_error if the program does not build, does not end, or has wrong
///     results: then there is nothing to time
/// \throws Interrupted
std::vector<SimSeries> measure_sim(const SimBenchRequest& request,
                                   const GradeTools& tools);

/// The series of that point.  \throws std::out_of_range
const SimSeries& series_of(const std::vector<SimSeries>& all, const SimPoint& point);

/// All samples: growth by growth, round by round.
SampleTable sim_samples(const std::vector<SimSeries>& all, BenchEnvironment environment);

}  // namespace gridlock
