/// \file
/// Several programs that do the same, timed against each other: who is measured when,
/// when it is enough, and what the samples say.  Knows no GPU and no clock of its own.
///
/// In each round every contestant is measured once at every point, each round in another
/// order.  What counts is the ratio of two contestants in the same round: a device that
/// grows warm or slow takes both along.  The method follows nvbench (NVIDIA, Apache-2.0):
/// warm up, measure until the result stands still, keep every sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/samples.h"
#include "bench/statistics.h"

namespace gridlock {

/// One program that is measured.
struct Contestant {
  std::string name;  ///< "naps"
  std::string kind;  ///< "yours", "reference", "again", "ladder", "peer" or "roof".
};

/// One measurement, or why there is none.
struct Timing {
  double nanoseconds = 0;
  double megahertz = 0;  ///< Of the device's clock meanwhile; 0: not known.
  std::string failure;   ///< "" if it was measured.
  std::vector<std::int64_t> numbers{};  ///< What else was counted, if anything.
};

/// Measures, and tells the time.
class ContestRunner {
 public:
  virtual ~ContestRunner() = default;
  virtual Timing run(std::size_t contestant, std::int64_t point) = 0;
  virtual double seconds() = 0;    ///< Since any moment.
  virtual bool interrupted() = 0;  ///< Whether the user wants it to end.
  virtual void round_ends(int) {}  ///< So many rounds are complete.
};

/// When it is enough.
struct ContestRules {
  int rounds_min = 15;
  int rounds_max = 99;
  double seconds_max = 120;  ///< No round begins later.
  /// Enough, if the interval of every ratio reaches at most this far from its median, as
  /// a part of it.  Peers and the roof do not count: launches from the host never come to
  /// rest.
  double precision = 0.02;
  /// A sample is measured again if the device's clock was slower than this part of the
  /// fastest seen: a device that rests or is hot says little about a program.
  double clock_min = 0.75;
  int again_max = 3;  ///< So often at most; what is still slow then is kept.
};

enum class ContestEnd { precise, rounds, seconds, interrupted, nobody };

/// A sentence for the user.
std::string text(ContestEnd end);

/// One measurement that was kept.
struct Sample {
  double nanoseconds = 0;
  double megahertz = 0;  ///< 0: not known.
  std::vector<std::int64_t> numbers{};
};

/// What was measured.
struct Contest {
  std::vector<Contestant> contestants;
  std::vector<std::int64_t> points;
  std::size_t baseline = 0;  ///< Ratios are times over this contestant's.
  /// [contestant][point][round]; empty where that round was interrupted before.
  std::vector<std::vector<std::vector<std::optional<Sample>>>> samples;
  std::vector<std::string> failures;  ///< Of each contestant; "": none.
  int rounds = 0;                     ///< Complete ones.
  ContestEnd end = ContestEnd::nobody;
  double megahertz_max = 0;  ///< The fastest clock seen; 0: nobody says.
  int again = 0;             ///< Measurements that were thrown away for a slow clock.
};

/// Holds a contest.  The first measurement of each contestant at each point is a warm-up
/// and is not kept.  Who fails leaves, and its samples with it: a program that is wrong
/// at one point has no time at another. \pre there are contestants and points.
Contest hold_contest(std::vector<Contestant> contestants,
                     std::vector<std::int64_t> points, std::size_t baseline,
                     const ContestRules& rules, ContestRunner& runner);

/// The samples of a contestant at a point, without the gaps.
std::vector<double> samples_of(const Contest& contest, std::size_t contestant,
                               std::size_t point);

/// A ratio of times: its median over the rounds, and how sure that is.
struct Ratio {
  double middle = 0;
  Interval sure;
};

/// The times of one contestant over those of another, round by round; none if they have
/// no round in common.
std::optional<Ratio> ratio_of(const Contest& contest, std::size_t contestant,
                              std::size_t over, std::size_t point);

/// How far two runs of the same program are apart.
struct SameTwice {
  double apart = 0;  ///< The furthest end of an interval from 1, over all points.
  /// Whether each interval holds 1.  If one does not, chance alone, or the order, or the
  /// device, makes differences of this size, and they say nothing about programs.
  bool consistent = true;
};

/// The control: the contestant of kind "again" over the one of kind "reference"; none if
/// one of them is missing.
std::optional<SameTwice> same_twice(const Contest& contest);

/// How many samples were kept though the clock was slower than `part` of the fastest.
int slow_samples(const Contest& contest, double part);

/// Every sample.  `numbers` names the columns of what was counted besides.
SampleTable contest_samples(const Contest& contest, const std::string& bench,
                            BenchEnvironment environment,
                            const std::vector<std::string>& numbers = {});

}  // namespace gridlock
