/// \file
/// Pseudo-random numbers: the minimal standard engines, and distributions.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../host_defines.h"

namespace thrust {
namespace random {

/// x = a * x + c modulo m.
template <class UInt, UInt a, UInt c, UInt m>
class linear_congruential_engine {
 public:
  using result_type = UInt;
  static constexpr result_type multiplier = a, increment = c, modulus = m;
  static constexpr result_type min = c == 0 ? 1 : 0, max = m - 1;
  static constexpr result_type default_seed = 1;

  GRIDLOCK_BOTH explicit linear_congruential_engine(result_type value = default_seed) {
    seed(value);
  }
  GRIDLOCK_BOTH void seed(result_type value = default_seed) {
    x_ = value % m == 0 && c % m == 0 ? 1 : value % m;
  }
  GRIDLOCK_BOTH result_type operator()() {
    x_ = static_cast<result_type>((std::uint64_t{a} * x_ + c) % m);
    return x_;
  }
  /// Skips n numbers.
  GRIDLOCK_BOTH void discard(unsigned long long n) {
    std::uint64_t factor = a, addend = c, all = 1, rest = 0;
    for (; n > 0; n /= 2) {
      if (n % 2 != 0) {
        all = all * factor % m;
        rest = (rest * factor + addend) % m;
      }
      addend = (factor + 1) * addend % m;
      factor = factor * factor % m;
    }
    x_ = static_cast<result_type>((all * x_ + rest) % m);
  }
  friend GRIDLOCK_BOTH bool operator==(const linear_congruential_engine& a_,
                                       const linear_congruential_engine& b_) {
    return a_.x_ == b_.x_;
  }
  friend GRIDLOCK_BOTH bool operator!=(const linear_congruential_engine& a_,
                                       const linear_congruential_engine& b_) {
    return a_.x_ != b_.x_;
  }

 private:
  result_type x_;
};

using minstd_rand0 = linear_congruential_engine<std::uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<std::uint32_t, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;

/// From a to b, without b.
template <class Real = double>
class uniform_real_distribution {
 public:
  using result_type = Real;
  GRIDLOCK_BOTH explicit uniform_real_distribution(Real a = 0, Real b = 1)
      : a_(a), b_(b) {}
  template <class Engine>
  GRIDLOCK_BOTH Real operator()(Engine& engine) {
    const Real share = static_cast<Real>(engine() - Engine::min) /
                       (Real(1) + static_cast<Real>(Engine::max - Engine::min));
    return share * (b_ - a_) + a_;
  }
  GRIDLOCK_BOTH Real a() const { return a_; }
  GRIDLOCK_BOTH Real b() const { return b_; }
  GRIDLOCK_BOTH void reset() {}

 private:
  Real a_, b_;
};

/// From a to b, with b.
template <class Int = int>
class uniform_int_distribution {
 public:
  using result_type = Int;
  GRIDLOCK_BOTH explicit uniform_int_distribution(Int a = 0,
                                                  Int b = std::numeric_limits<Int>::max())
      : a_(a), b_(b) {}
  template <class Engine>
  GRIDLOCK_BOTH Int operator()(Engine& engine) {
    uniform_real_distribution<double> real(static_cast<double>(a_),
                                           static_cast<double>(b_) + 1.0);
    return static_cast<Int>(real(engine));
  }
  GRIDLOCK_BOTH Int a() const { return a_; }
  GRIDLOCK_BOTH Int b() const { return b_; }
  GRIDLOCK_BOTH void reset() {}

 private:
  Int a_, b_;
};

/// The normal distribution, by Box and Muller's method.
template <class Real = double>
class normal_distribution {
 public:
  using result_type = Real;
  GRIDLOCK_BOTH explicit normal_distribution(Real mean = 0, Real deviation = 1)
      : mean_(mean), deviation_(deviation) {}
  template <class Engine>
  GRIDLOCK_BOTH Real operator()(Engine& engine) {
    uniform_real_distribution<Real> uniform;
    const Real u = Real(1) - uniform(engine), v = uniform(engine);
    return mean_ +
           deviation_ * ::sqrt(Real(-2) * ::log(u)) * ::cos(Real(6.283185307179586) * v);
  }
  GRIDLOCK_BOTH Real mean() const { return mean_; }
  GRIDLOCK_BOTH Real stddev() const { return deviation_; }
  GRIDLOCK_BOTH void reset() {}

 private:
  Real mean_, deviation_;
};

}  // namespace random

using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

}  // namespace thrust
