/// \file
/// cuRAND's Poisson distribution on the device.  Small means count how many uniform
/// numbers fit into a product (D. E. Knuth, "The Art of Computer Programming", volume 2);
/// others reject (W. Hoermann, "The transformed rejection method for generating Poisson
/// random variables", Insurance: Mathematics and Economics 12, 1993: algorithm PTRS).
#pragma once
#define CURAND_POISSON_H_  // Programs ask for it.

#include "curand_uniform.h"

namespace gridlock::sim {
inline namespace shim {

template <class State>
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int poisson_by_product(State* state,
                                                                double lambda) {
  const double end = exp(-lambda);
  unsigned int count = 0;
  for (double product = curand_uniform_double(state); product > end;
       product *= curand_uniform_double(state))
    ++count;
  return count;
}

template <class State>
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int poisson_by_rejection(State* state,
                                                                  double lambda) {
  const double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b;
  const double log_of_inverse = log(1.1239 + 1.1328 / (b - 3.4));
  const double most = 0.9277 - 3.6224 / (b - 2);
  while (true) {
    const double u = curand_uniform_double(state) - 0.5;
    const double v = curand_uniform_double(state);
    const double us = 0.5 - fabs(u);
    if (us <= 0) continue;
    const double k = floor((2 * a / us + b) * u + lambda + 0.43);
    if (us >= 0.07 && v <= most) return static_cast<unsigned int>(k);
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (log(v) + log_of_inverse - log(a / (us * us) + b) <=
        k * log(lambda) - lambda - lgamma(k + 1))
      return static_cast<unsigned int>(k);
  }
}

template <class State>
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int poisson(State* state, double lambda) {
  constexpr double kLeastOfRejection = 10;  // Of that method's validity.
  return lambda < kLeastOfRejection ? poisson_by_product(state, lambda)
                                    : poisson_by_rejection(state, lambda);
}

}  // namespace shim
}  // namespace gridlock::sim

GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int curand_poisson(curandStateXORWOW_t* state,
                                                            double lambda) {
  return ::gridlock::sim::poisson(state, lambda);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int curand_poisson(
    curandStatePhilox4_32_10_t* state, double lambda) {
  return ::gridlock::sim::poisson(state, lambda);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int curand_poisson(curandStateMRG32k3a_t* state,
                                                            double lambda) {
  return ::gridlock::sim::poisson(state, lambda);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE uint4 curand_poisson4(curandStatePhilox4_32_10_t* state,
                                                      double lambda) {
  const unsigned int a = curand_poisson(state, lambda), b = curand_poisson(state, lambda);
  const unsigned int c = curand_poisson(state, lambda), d = curand_poisson(state, lambda);
  return {a, b, c, d};
}
