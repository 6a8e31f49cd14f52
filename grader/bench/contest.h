/// Times several programs with the same task against each other.  This file chooses the
/// order of the measurements and when to stop; it knows no GPU, and has no clock.
///
/// Each round measures every contestant once at every point, each round in another order.
/// What counts is the ratio of two contestants in the same round: a device that becomes
/// warm or slow affects both.  The method follows nvbench (NVIDIA, Apache-2.0): warm up,
/// measure until the result is stable, keep every sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/samples.h"
#include "bench/statistics.h"

namespace gridlock {

struct Contestant {
  std::string name;  ///< For example "naps".
  std::string kind;  ///< "yours", "reference", "again", "ladder", "peer" or "roof".
};

struct Timing {
  double nanoseconds = 0;
  double megahertz = 0;                 ///< The device's clock meanwhile; 0: unknown.
  std::string failure;                  ///< "" if the measurement succeeded.
  std::vector<std::int64_t> numbers{};  ///< Other counts, if any.
};

/// Measures a contestant, and provides the clock.
class ContestRunner {
 public:
  virtual ~ContestRunner() = default;
  virtual Timing run(std::size_t contestant, std::int64_t point) = 0;
  virtual double seconds() = 0;    ///< Seconds since any fixed moment.
  virtual bool interrupted() = 0;  ///< Whether the user wants to stop.
  virtual void round_ends(int) {}  ///< This many rounds are complete.
};

struct ContestRules {
  int rounds_min = 15;
  int rounds_max = 99;
  double seconds_max = 120;  ///< No round begins later.
  /// Stop when the interval of each ratio lies within this fraction of its median.  Peers
  /// and the roof do not count: the times of launches from the host never become stable.
  double precision = 0.02;
  /// A sample is repeated if the device's clock was slower than this fraction of the
  /// fastest seen: a device that is idle or hot says little about a program.
  double clock_min = 0.75;
  int again_max = 3;  ///< Repetitions at most; then a slow sample is kept.
};

enum class ContestEnd { precise, rounds, seconds, interrupted, nobody };

std::string text(ContestEnd end);

struct Sample {
  double nanoseconds = 0;
  double megahertz = 0;  ///< 0: unknown.
  std::vector<std::int64_t> numbers{};
};

struct Contest {
  std::vector<Contestant> contestants;
  std::vector<std::int64_t> points;
  std::size_t baseline = 0;  ///< Ratios are relative to this contestant's times.
  /// [contestant][point][round]; empty if the round was interrupted before this sample,
  /// or the contestant failed.
  std::vector<std::vector<std::vector<std::optional<Sample>>>> samples;
  std::vector<std::string> failures;  ///< Indexed by contestant; "" for none.
  int rounds = 0;                     ///< The number of complete rounds.
  ContestEnd end = ContestEnd::nobody;
  double megahertz_max = 0;  ///< The fastest clock seen; 0: unknown.
  int again = 0;             ///< Samples discarded because of a slow clock.
};

/// Runs a contest.  The first measurement of each contestant at each point is a warm-up
/// and is not kept.  A contestant that fails is removed with all its samples: a program
/// that is wrong at one point gets no times at others.
/// \pre there are contestants and points
Contest hold_contest(std::vector<Contestant> contestants,
                     std::vector<std::int64_t> points, std::size_t baseline,
                     const ContestRules& rules, ContestRunner& runner);

/// The samples of a contestant at a point, without missing ones.
std::vector<double> samples_of(const Contest& contest, std::size_t contestant,
                               std::size_t point);

/// A ratio of times: its median over the rounds, and the interval of the median.
struct Ratio {
  double middle = 0;
  Interval sure;
};

/// The times of `contestant` relative to those of `over` in the same rounds; nullopt if
/// the two have no round in common.
std::optional<Ratio> ratio_of(const Contest& contest, std::size_t contestant,
                              std::size_t over, std::size_t point);

/// How much two runs of the same program differ.
struct SameTwice {
  double apart = 0;  ///< Largest distance of an interval's end from 1.
  /// Whether each interval contains 1.  If not, differences as large as `apart` say
  /// nothing about programs: chance, the order or the device may cause them.
  bool consistent = true;
};

/// The control: the second measurement of the reference, relative to the first one;
/// nullopt if either measurement is missing.
std::optional<SameTwice> same_twice(const Contest& contest);

/// The number of samples kept although the clock was slower than `part` of the fastest.
int slow_samples(const Contest& contest, double part);

/// Every sample.  `numbers` names the columns of Timing::numbers.
SampleTable contest_samples(const Contest& contest, const std::string& bench,
                            BenchEnvironment environment,
                            const std::vector<std::string>& numbers = {});

}  // namespace gridlock
