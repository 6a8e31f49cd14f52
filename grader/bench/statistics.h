/// Samples of a noisy quantity: their median, and its confidence interval.
#pragma once

#include <cstdint>
#include <vector>

namespace gridlock {

/// \pre `samples` is not empty.
double median(std::vector<double> samples);

struct Interval {
  double low = 0;
  double high = 0;
};

/// The 95 % interval of the median by the percentile bootstrap (Efron, "Bootstrap
/// Methods: Another Look at the Jackknife", 1979): the medians of many samples drawn
/// with replacement from these.  The same samples give the same interval.
/// \pre `samples` is not empty.
Interval bootstrap_interval(const std::vector<double>& samples);

/// The numbers 0 .. count - 1 in an order that depends on the round.  If all points are
/// measured once per round, each round in another order, a slow minute of the machine
/// affects all points alike.
std::vector<std::size_t> round_order(std::size_t count, std::uint64_t round);

}  // namespace gridlock
