/// Mathematical functions that nvcc declares without an include: those of the C and C++
/// libraries, min and max for every pair of arithmetic types, and some of CUDA's own.
#pragma once

#include "gridlock_libraries.h"
#include "host_defines.h"

#define GRIDLOCK_MIN_MAX(result, a_type, b_type)                                     \
  GRIDLOCK_BOTH GRIDLOCK_INLINE result min(const a_type a, const b_type b) {         \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a)  \
                                                           : static_cast<result>(b); \
  }                                                                                  \
  GRIDLOCK_BOTH GRIDLOCK_INLINE result max(const a_type a, const b_type b) {         \
    return static_cast<result>(a) > static_cast<result>(b) ? static_cast<result>(a)  \
                                                           : static_cast<result>(b); \
  }
// As in C, a signed and an unsigned argument of the same width give an unsigned result.
#define GRIDLOCK_MIN_MAX_WIDTH(type)                            \
  GRIDLOCK_MIN_MAX(type, type, type)                            \
  GRIDLOCK_MIN_MAX(unsigned type, unsigned type, unsigned type) \
  GRIDLOCK_MIN_MAX(unsigned type, type, unsigned type)          \
  GRIDLOCK_MIN_MAX(unsigned type, unsigned type, type)
GRIDLOCK_MIN_MAX_WIDTH(int)
GRIDLOCK_MIN_MAX_WIDTH(long)
GRIDLOCK_MIN_MAX_WIDTH(long long)
#undef GRIDLOCK_MIN_MAX_WIDTH
// The same under CUDA's oldest names.  They are templates, because nvcc does not declare
// them in host code, which may have functions with these names.
#define GRIDLOCK_MIN_MAX_NAMED(type, prefix)                                   \
  template <class = void>                                                      \
  GRIDLOCK_BOTH GRIDLOCK_INLINE type prefix##min(const type a, const type b) { \
    return min(a, b);                                                          \
  }                                                                            \
  template <class = void>                                                      \
  GRIDLOCK_BOTH GRIDLOCK_INLINE type prefix##max(const type a, const type b) { \
    return max(a, b);                                                          \
  }
GRIDLOCK_MIN_MAX_NAMED(unsigned int, u)
GRIDLOCK_MIN_MAX_NAMED(long long int, ll)
GRIDLOCK_MIN_MAX_NAMED(unsigned long long int, ull)
#undef GRIDLOCK_MIN_MAX_NAMED
#undef GRIDLOCK_MIN_MAX

// The result for a number and a NaN is the number.
#define GRIDLOCK_MIN_MAX_FLOATING(result, a_type, b_type, suffix)            \
  GRIDLOCK_BOTH GRIDLOCK_INLINE result min(const a_type a, const b_type b) { \
    return __builtin_fmin##suffix(a, b);                                     \
  }                                                                          \
  GRIDLOCK_BOTH GRIDLOCK_INLINE result max(const a_type a, const b_type b) { \
    return __builtin_fmax##suffix(a, b);                                     \
  }
GRIDLOCK_MIN_MAX_FLOATING(float, float, float, f)
GRIDLOCK_MIN_MAX_FLOATING(double, double, double, )
GRIDLOCK_MIN_MAX_FLOATING(double, float, double, )
GRIDLOCK_MIN_MAX_FLOATING(double, double, float, )
#undef GRIDLOCK_MIN_MAX_FLOATING

// Functions that only CUDA has; newer C libraries have some of these names.
#define GRIDLOCK_MATH(name, suffix_free, expression)                         \
  GRIDLOCK_BOTH GRIDLOCK_INLINE double name(double x) { return expression; } \
  GRIDLOCK_BOTH GRIDLOCK_INLINE float name##f(float x) {                     \
    return static_cast<float>(suffix_free(static_cast<double>(x)));          \
  }
#if !defined(__GLIBC_PREREQ) || !__GLIBC_PREREQ(2, 42)
GRIDLOCK_MATH(rsqrt, rsqrt, 1 / sqrt(x))
#endif
GRIDLOCK_BOTH GRIDLOCK_INLINE float rsqrt(const float x) { return rsqrtf(x); }
GRIDLOCK_MATH(rcbrt, rcbrt, 1 / cbrt(x))
#if !defined(__GLIBC_PREREQ) || !__GLIBC_PREREQ(2, 41)
GRIDLOCK_MATH(sinpi, sinpi, sin(M_PI* fmod(x, 2)))
GRIDLOCK_MATH(cospi, cospi, cos(M_PI* fmod(x, 2)))
#endif
GRIDLOCK_MATH(normcdf, normcdf, 0.5 * erfc(-M_SQRT1_2 * x))
#undef GRIDLOCK_MATH
