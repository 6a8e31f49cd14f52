/// \file
/// cuRAND's log-normal distribution on the device: e to the power of a normal number with
/// this mean and deviation.
#pragma once
#define CURAND_LOGNORMAL_H_  // Programs ask for it.

#include "curand_normal.h"

#define GRIDLOCK_LOG_NORMAL(State)                                                    \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE float curand_log_normal(State* state, float mean,   \
                                                          float stddev) {             \
    return expf(mean + stddev * curand_normal(state));                                \
  }                                                                                   \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE float2 curand_log_normal2(State* state, float mean, \
                                                            float stddev) {           \
    const float2 pair = curand_normal2(state);                                        \
    return {expf(mean + stddev * pair.x), expf(mean + stddev * pair.y)};              \
  }                                                                                   \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE double curand_log_normal_double(                    \
      State* state, double mean, double stddev) {                                     \
    return exp(mean + stddev * curand_normal_double(state));                          \
  }                                                                                   \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE double2 curand_log_normal2_double(                  \
      State* state, double mean, double stddev) {                                     \
    const double2 pair = curand_normal2_double(state);                                \
    return {exp(mean + stddev * pair.x), exp(mean + stddev * pair.y)};                \
  }
GRIDLOCK_LOG_NORMAL(curandStateXORWOW_t)
GRIDLOCK_LOG_NORMAL(curandStatePhilox4_32_10_t)
GRIDLOCK_LOG_NORMAL(curandStateMRG32k3a_t)
#undef GRIDLOCK_LOG_NORMAL

GRIDLOCK_DEVICE GRIDLOCK_INLINE float4
curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float stddev) {
  const float4 normal = curand_normal4(state);
  return {expf(mean + stddev * normal.x), expf(mean + stddev * normal.y),
          expf(mean + stddev * normal.z), expf(mean + stddev * normal.w)};
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE double4
curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean, double stddev) {
  const double4 normal = curand_normal4_double(state);
  return {exp(mean + stddev * normal.x), exp(mean + stddev * normal.y),
          exp(mean + stddev * normal.z), exp(mean + stddev * normal.w)};
}
