#include "bench/statistics.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace gridlock {
namespace {

constexpr int kResamples = 2000;
constexpr double kOutside = 0.025;  ///< Share of medians beyond each end of the interval.

}  // namespace

double median(std::vector<double> samples) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  if (samples.size() % 2 == 1) return *middle;
  return (*std::max_element(samples.begin(), middle) + *middle) / 2;
}

Interval bootstrap_interval(const std::vector<double>& samples) {
  std::mt19937_64 random(samples.size());
  std::vector<double> medians, drawn(samples.size());
  medians.reserve(kResamples);
  for (int i = 0; i < kResamples; ++i) {
    for (double& one : drawn) one = samples[random() % samples.size()];
    medians.push_back(median(drawn));
  }
  std::ranges::sort(medians);
  const auto outside = static_cast<std::size_t>(kResamples * kOutside);
  return {medians[outside], medians[kResamples - 1 - outside]};
}

std::vector<std::size_t> round_order(std::size_t count, std::uint64_t round) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937_64 random(round);
  // std::shuffle differs between libraries; this one does not.
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

}  // namespace gridlock
