/// \file
/// cuRAND's uniform distribution on the device: from 0, which never comes, to 1, which
/// may.
#pragma once
#define CURAND_UNIFORM_H_  // Programs ask for it.

#include "gridlock_generators.h"
#include "math_functions.h"

namespace gridlock::sim {
inline namespace shim {

GRIDLOCK_DEVICE GRIDLOCK_INLINE float uniform_of(unsigned int bits) {
  return static_cast<float>(bits) * 0x1p-32f + 0x1p-33f;
}
/// Of 53 of the bits.
GRIDLOCK_DEVICE GRIDLOCK_INLINE double uniform_of(unsigned int low, unsigned int high) {
  const unsigned long long bits = low ^ static_cast<unsigned long long>(high)
                                            << (53 - 32);
  return static_cast<double>(bits) * 0x1p-53 + 0x1p-54;
}

}  // namespace shim
}  // namespace gridlock::sim

GRIDLOCK_DEVICE GRIDLOCK_INLINE float curand_uniform(curandStateXORWOW_t* state) {
  return ::gridlock::sim::uniform_of(curand(state));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE float curand_uniform(curandStatePhilox4_32_10_t* state) {
  return ::gridlock::sim::uniform_of(curand(state));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE double curand_uniform_double(
    curandStateMRG32k3a_t* state) {
  return ::gridlock::sim::next_mrg32k3a(state) * (1.0 / ::gridlock::sim::kMrgFirst);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE float curand_uniform(curandStateMRG32k3a_t* state) {
  return static_cast<float>(curand_uniform_double(state));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE float4
curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 bits = curand4(state);
  return {::gridlock::sim::uniform_of(bits.x), ::gridlock::sim::uniform_of(bits.y),
          ::gridlock::sim::uniform_of(bits.z), ::gridlock::sim::uniform_of(bits.w)};
}

GRIDLOCK_DEVICE GRIDLOCK_INLINE double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned int low = curand(state), high = curand(state);
  return ::gridlock::sim::uniform_of(low, high);
}
/// Of 32 bits, as cuRAND's: the wider ones are those of curand_uniform2_double.
GRIDLOCK_DEVICE GRIDLOCK_INLINE double curand_uniform_double(
    curandStatePhilox4_32_10_t* state) {
  return curand(state) * 0x1p-32 + 0x1p-33;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE double2
curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 bits = curand4(state);
  return {::gridlock::sim::uniform_of(bits.x, bits.y),
          ::gridlock::sim::uniform_of(bits.z, bits.w)};
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE double4
curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_uniform2_double(state);
  const double2 second = curand_uniform2_double(state);
  return {first.x, first.y, second.x, second.y};
}
