/// \file
/// Complex numbers as CUDA's C interfaces have them.
#pragma once
#define CU_COMPLEX_H_  // Programs ask for it.

#include "math_functions.h"
#include "vector_functions.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define GRIDLOCK_COMPLEX(f, Complex, real, root)                                     \
  GRIDLOCK_BOTH GRIDLOCK_INLINE real cuCreal##f(Complex x) { return x.x; }           \
  GRIDLOCK_BOTH GRIDLOCK_INLINE real cuCimag##f(Complex x) { return x.y; }           \
  GRIDLOCK_BOTH GRIDLOCK_INLINE Complex cuConj##f(Complex x) { return {x.x, -x.y}; } \
  GRIDLOCK_BOTH GRIDLOCK_INLINE Complex cuCadd##f(Complex x, Complex y) {            \
    return {x.x + y.x, x.y + y.y};                                                   \
  }                                                                                  \
  GRIDLOCK_BOTH GRIDLOCK_INLINE Complex cuCsub##f(Complex x, Complex y) {            \
    return {x.x - y.x, x.y - y.y};                                                   \
  }                                                                                  \
  GRIDLOCK_BOTH GRIDLOCK_INLINE Complex cuCmul##f(Complex x, Complex y) {            \
    return {x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x};                           \
  }                                                                                  \
  /* Scaled, so that nothing overflows on the way. */                                \
  GRIDLOCK_BOTH GRIDLOCK_INLINE Complex cuCdiv##f(Complex x, Complex y) {            \
    const real scale = 1 / (fabs(y.x) + fabs(y.y));                                  \
    const real a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;   \
    const real norm = 1 / (c * c + d * d);                                           \
    return {(a * c + b * d) * norm, (b * c - a * d) * norm};                         \
  }                                                                                  \
  GRIDLOCK_BOTH GRIDLOCK_INLINE Complex cuCfma##f(Complex x, Complex y, Complex d) { \
    return {x.x * y.x - x.y * y.y + d.x, x.x * y.y + x.y * y.x + d.y};               \
  }                                                                                  \
  GRIDLOCK_BOTH GRIDLOCK_INLINE real cuCabs##f(Complex x) { return root(x.x, x.y); }
GRIDLOCK_COMPLEX(f, cuFloatComplex, float, hypotf)
GRIDLOCK_COMPLEX(, cuDoubleComplex, double, hypot)
#undef GRIDLOCK_COMPLEX

GRIDLOCK_BOTH GRIDLOCK_INLINE cuFloatComplex make_cuFloatComplex(float r, float i) {
  return {r, i};
}
GRIDLOCK_BOTH GRIDLOCK_INLINE cuDoubleComplex make_cuDoubleComplex(double r, double i) {
  return {r, i};
}
GRIDLOCK_BOTH GRIDLOCK_INLINE cuComplex make_cuComplex(float x, float y) {
  return {x, y};
}
GRIDLOCK_BOTH GRIDLOCK_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) {
  return {c.x, c.y};
}
GRIDLOCK_BOTH GRIDLOCK_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) {
  return {static_cast<float>(c.x), static_cast<float>(c.y)};
}
