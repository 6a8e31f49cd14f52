/// \file
/// cuRAND's normal distribution on the device, with mean 0 and deviation 1, by the method
/// of Box and Muller.  It makes pairs: a function that returns one number keeps the other
/// in the state, for its next call.
#pragma once
#define CURAND_NORMAL_H_  // Programs ask for it.

#include "curand_uniform.h"

namespace gridlock::sim {
inline namespace shim {

constexpr double kTwoPi = 6.283185307179586;

/// \param radius, turn uniform, above 0 and at most 1
GRIDLOCK_DEVICE GRIDLOCK_INLINE float2 box_muller(float radius, float turn) {
  const float length = sqrtf(-2.0f * logf(radius));
  const float angle = turn * static_cast<float>(kTwoPi);
  return {sinf(angle) * length, cosf(angle) * length};
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE double2 box_muller(double radius, double turn) {
  const double length = sqrt(-2.0 * log(radius)), angle = turn * kTwoPi;
  return {sin(angle) * length, cos(angle) * length};
}

template <class State>
GRIDLOCK_DEVICE GRIDLOCK_INLINE float2 normal_pair(State* state) {
  const float radius = curand_uniform(state), turn = curand_uniform(state);
  return box_muller(radius, turn);
}
template <class State>
GRIDLOCK_DEVICE GRIDLOCK_INLINE double2 normal_pair_double(State* state) {
  const double radius = curand_uniform_double(state), turn = curand_uniform_double(state);
  return box_muller(radius, turn);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE double2
normal_pair_double(curandStatePhilox4_32_10* state) {
  const double2 uniform = curand_uniform2_double(state);
  return box_muller(uniform.x, uniform.y);
}

template <class State>
GRIDLOCK_DEVICE GRIDLOCK_INLINE float next_normal(State* state) {
  if (state->boxmuller_flag) {
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
  }
  const float2 pair = normal_pair(state);
  state->boxmuller_extra = pair.y;
  state->boxmuller_flag = 1;
  return pair.x;
}
template <class State>
GRIDLOCK_DEVICE GRIDLOCK_INLINE double next_normal_double(State* state) {
  if (state->boxmuller_flag_double) {
    state->boxmuller_flag_double = 0;
    return state->boxmuller_extra_double;
  }
  const double2 pair = normal_pair_double(state);
  state->boxmuller_extra_double = pair.y;
  state->boxmuller_flag_double = 1;
  return pair.x;
}

}  // namespace shim
}  // namespace gridlock::sim

#define GRIDLOCK_NORMAL(State)                                                  \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE float curand_normal(State* state) {           \
    return ::gridlock::sim::next_normal(state);                                 \
  }                                                                             \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE float2 curand_normal2(State* state) {         \
    return ::gridlock::sim::normal_pair(state);                                 \
  }                                                                             \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE double curand_normal_double(State* state) {   \
    return ::gridlock::sim::next_normal_double(state);                          \
  }                                                                             \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE double2 curand_normal2_double(State* state) { \
    return ::gridlock::sim::normal_pair_double(state);                          \
  }
GRIDLOCK_NORMAL(curandStateXORWOW_t)
GRIDLOCK_NORMAL(curandStatePhilox4_32_10_t)
GRIDLOCK_NORMAL(curandStateMRG32k3a_t)
#undef GRIDLOCK_NORMAL

GRIDLOCK_DEVICE GRIDLOCK_INLINE float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const float4 uniform = curand_uniform4(state);
  const float2 first = ::gridlock::sim::box_muller(uniform.x, uniform.y);
  const float2 second = ::gridlock::sim::box_muller(uniform.z, uniform.w);
  return {first.x, first.y, second.x, second.y};
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE double4
curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_normal2_double(state);
  const double2 second = curand_normal2_double(state);
  return {first.x, first.y, second.x, second.y};
}
