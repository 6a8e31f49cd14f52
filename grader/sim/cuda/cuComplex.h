/// Complex numbers in float and double.
#pragma once
#define CU_COMPLEX_H_  // Programs test it.

#include <math.h>

#include "host_defines.h"
#include "vector_types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/// \param T the complex type, which consists of two `real`s
/// \param F the ending of the function names: f for float
/// \param make the function that makes a T
#define GRIDLOCK_COMPLEX(T, real, F, make, greatest)                                   \
  GRIDLOCK_BOTH GRIDLOCK_INLINE real cuCreal##F(T x) { return x.x; }                   \
  GRIDLOCK_BOTH GRIDLOCK_INLINE real cuCimag##F(T x) { return x.y; }                   \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T make(real r, real i) {                               \
    T made;                                                                            \
    made.x = r;                                                                        \
    made.y = i;                                                                        \
    return made;                                                                       \
  }                                                                                    \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T cuConj##F(T x) { return make(x.x, -x.y); }           \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T cuCadd##F(T x, T y) {                                \
    return make(x.x + y.x, x.y + y.y);                                                 \
  }                                                                                    \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T cuCsub##F(T x, T y) {                                \
    return make(x.x - y.x, x.y - y.y);                                                 \
  }                                                                                    \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T cuCmul##F(T x, T y) {                                \
    return make(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                         \
  }                                                                                    \
  /* Scaled, so that no square of the divisor overflows or vanishes. */                \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T cuCdiv##F(T x, T y) {                                \
    const real scale = 1 / (__builtin_fabs##F(y.x) + __builtin_fabs##F(y.y));          \
    const T a = make(x.x * scale, x.y * scale), b = make(y.x * scale, y.y * scale);    \
    const real inverse = 1 / (b.x * b.x + b.y * b.y);                                  \
    return make((a.x * b.x + a.y * b.y) * inverse, (a.y * b.x - a.x * b.y) * inverse); \
  }                                                                                    \
  GRIDLOCK_BOTH GRIDLOCK_INLINE real cuCabs##F(T x) {                                  \
    const real a = __builtin_fabs##F(x.x), b = __builtin_fabs##F(x.y);                 \
    const real large = a > b ? a : b, small = a > b ? b : a;                           \
    if (large == 0 || large > greatest || small > greatest) return large + small;      \
    const real ratio = small / large;                                                  \
    return large * __builtin_sqrt##F(1 + ratio * ratio);                               \
  }                                                                                    \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T cuCfma##F(T x, T y, T d) {                           \
    return make(-(x.y * y.y) + (x.x * y.x + d.x), x.y * y.x + (x.x * y.y + d.y));      \
  }
GRIDLOCK_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex, __FLT_MAX__)
GRIDLOCK_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex, __DBL_MAX__)
#undef GRIDLOCK_COMPLEX

GRIDLOCK_BOTH GRIDLOCK_INLINE cuComplex make_cuComplex(float x, float y) {
  return make_cuFloatComplex(x, y);
}
GRIDLOCK_BOTH GRIDLOCK_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) {
  return make_cuDoubleComplex(c.x, c.y);
}
GRIDLOCK_BOTH GRIDLOCK_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) {
  return make_cuFloatComplex(static_cast<float>(c.x), static_cast<float>(c.y));
}
