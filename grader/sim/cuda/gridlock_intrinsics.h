/// Intrinsics that are pure arithmetic.  Rounding modes other than to nearest exist only
/// for conversions to integers.
#pragma once

#include "math_functions.h"

// Bits.
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __popc(unsigned int x) {
  return __builtin_popcount(x);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __clz(int x) {
  return x ? __builtin_clz(static_cast<unsigned>(x)) : 32;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __clzll(long long x) {
  return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __ffs(int x) { return __builtin_ffs(x); }
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned long long __brevll(unsigned long long x) {
  x = __builtin_bswap64(x);
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  return (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __brev(unsigned int x) {
  return static_cast<unsigned>(__brevll(x) >> 32);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __byte_perm(unsigned int x, unsigned int y,
                                                         unsigned int s) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned choice = s >> 4 * i & 7;
    result |= static_cast<unsigned>(bytes >> 8 * choice & 0xff) << 8 * i;
  }
  return result;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __funnelshift_l(unsigned int lo,
                                                             unsigned int hi,
                                                             unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned>(both << (shift & 31) >> 32);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __funnelshift_lc(unsigned int lo,
                                                              unsigned int hi,
                                                              unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
  return shift >= 32 ? lo : static_cast<unsigned>(both << shift >> 32);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __funnelshift_r(unsigned int lo,
                                                             unsigned int hi,
                                                             unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned>(both >> (shift & 31));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __funnelshift_rc(unsigned int lo,
                                                              unsigned int hi,
                                                              unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
  return shift >= 32 ? hi : static_cast<unsigned>(both >> shift);
}

/// The position of the `offset`-th set bit of `mask`, counted from bit `base` upwards, or
/// downwards if `offset` is negative.  For offset 0, `base` if that bit is set.  ~0 if
/// there is no such bit.
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned __fns(unsigned mask, unsigned base, int offset) {
  const int step = offset < 0 ? -1 : 1;
  int left = offset == 0 ? 1 : offset * step;
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step) {
    if (mask >> bit & 1 && --left == 0) return static_cast<unsigned>(bit);
    if (offset == 0) break;
  }
  return ~0u;
}

// Integers.
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __mulhi(int x, int y) {
  return static_cast<int>(static_cast<long long>(x) * y >> 32);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __umulhi(unsigned int x, unsigned int y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned long long __umul64hi(unsigned long long x,
                                                              unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __mul24(int x, int y) {
  const int low_x = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
  const int low_y = static_cast<int>(static_cast<unsigned>(y) << 8) >> 8;
  return static_cast<int>(static_cast<unsigned>(low_x) * static_cast<unsigned>(low_y));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __umul24(unsigned int x, unsigned int y) {
  return (x & 0xffffff) * (y & 0xffffff);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __usad(unsigned int x, unsigned int y,
                                                    unsigned int z) {
  return (x > y ? x - y : y - x) + z;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __sad(int x, int y, unsigned int z) {
  const unsigned a = static_cast<unsigned>(x), b = static_cast<unsigned>(y);
  return (x > y ? a - b : b - a) + z;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __hadd(int x, int y) {
  return (x & y) + ((x ^ y) >> 1);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __rhadd(int x, int y) {
  return (x | y) - ((x ^ y) >> 1);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __uhadd(unsigned int x, unsigned int y) {
  return (x & y) + ((x ^ y) >> 1);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __urhadd(unsigned int x, unsigned int y) {
  return (x | y) - ((x ^ y) >> 1);
}

// Reinterpretation of bits.
#define GRIDLOCK_REINTERPRET(name, to, from) \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE to name(from x) { return __builtin_bit_cast(to, x); }
GRIDLOCK_REINTERPRET(__int_as_float, float, int)
GRIDLOCK_REINTERPRET(__float_as_int, int, float)
GRIDLOCK_REINTERPRET(__uint_as_float, float, unsigned int)
GRIDLOCK_REINTERPRET(__float_as_uint, unsigned int, float)
GRIDLOCK_REINTERPRET(__longlong_as_double, double, long long)
GRIDLOCK_REINTERPRET(__double_as_longlong, long long, double)
#undef GRIDLOCK_REINTERPRET
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __double2hiint(double x) {
  return static_cast<int>(__builtin_bit_cast(long long, x) >> 32);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __double2loint(double x) {
  return static_cast<int>(__builtin_bit_cast(long long, x));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE double __hiloint2double(int hi, int lo) {
  return __builtin_bit_cast(
      double, static_cast<unsigned long long>(hi) << 32 | static_cast<unsigned>(lo));
}

// Conversions to integers.  As on a GPU, a value out of range becomes the nearest one in
// range; NaN becomes 0 or, if either type has 64 bits, the value in which only the
// highest bit is set.
namespace gridlock::sim {
inline namespace shim {
template <class To, class From>
GRIDLOCK_DEVICE GRIDLOCK_INLINE To saturating_cast(From x) {
  constexpr bool is_signed = To(-1) < To(0);
  constexpr int bits = sizeof(To) * 8;
  constexpr To lowest = is_signed ? To(1ull << (bits - 1)) : To(0);
  constexpr To highest = To(~lowest);
  if (x != x)
    return sizeof(To) == 8 || sizeof(From) == 8 ? To(1ull << (bits - 1)) : To(0);
  if (x <= static_cast<From>(lowest)) return lowest;
  if (x >= static_cast<From>(highest)) return highest;
  return static_cast<To>(x);
}
}  // namespace shim
}  // namespace gridlock::sim

#define GRIDLOCK_TO_INTEGER(prefix, to, from, suffix)                      \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE to prefix##_rn(from x) {                 \
    return gridlock::sim::saturating_cast<to>(__builtin_rint##suffix(x));  \
  }                                                                        \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE to prefix##_rz(from x) {                 \
    return gridlock::sim::saturating_cast<to>(__builtin_trunc##suffix(x)); \
  }                                                                        \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE to prefix##_ru(from x) {                 \
    return gridlock::sim::saturating_cast<to>(__builtin_ceil##suffix(x));  \
  }                                                                        \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE to prefix##_rd(from x) {                 \
    return gridlock::sim::saturating_cast<to>(__builtin_floor##suffix(x)); \
  }
GRIDLOCK_TO_INTEGER(__float2int, int, float, f)
GRIDLOCK_TO_INTEGER(__float2uint, unsigned int, float, f)
GRIDLOCK_TO_INTEGER(__float2ll, long long, float, f)
GRIDLOCK_TO_INTEGER(__float2ull, unsigned long long, float, f)
GRIDLOCK_TO_INTEGER(__double2int, int, double, )
GRIDLOCK_TO_INTEGER(__double2uint, unsigned int, double, )
GRIDLOCK_TO_INTEGER(__double2ll, long long, double, )
GRIDLOCK_TO_INTEGER(__double2ull, unsigned long long, double, )
#undef GRIDLOCK_TO_INTEGER

// Conversions to floating point, rounded to nearest.
#define GRIDLOCK_TO_FLOATING(name, to, from) \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE to name##_rn(from x) { return static_cast<to>(x); }
GRIDLOCK_TO_FLOATING(__int2float, float, int)
GRIDLOCK_TO_FLOATING(__uint2float, float, unsigned int)
GRIDLOCK_TO_FLOATING(__ll2float, float, long long)
GRIDLOCK_TO_FLOATING(__ull2float, float, unsigned long long)
GRIDLOCK_TO_FLOATING(__double2float, float, double)
GRIDLOCK_TO_FLOATING(__int2double, double, int)
GRIDLOCK_TO_FLOATING(__uint2double, double, unsigned int)
GRIDLOCK_TO_FLOATING(__ll2double, double, long long)
GRIDLOCK_TO_FLOATING(__ull2double, double, unsigned long long)
#undef GRIDLOCK_TO_FLOATING

// Floating-point arithmetic, rounded to nearest.
#define GRIDLOCK_FLOATING(prefix, type, suffix)                                         \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE type prefix##add_rn(type x, type y) { return x + y; } \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE type prefix##sub_rn(type x, type y) { return x - y; } \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE type prefix##mul_rn(type x, type y) { return x * y; } \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE type prefix##div_rn(type x, type y) { return x / y; } \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE type prefix##rcp_rn(type x) { return 1 / x; }         \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE type prefix##sqrt_rn(type x) {                        \
    return __builtin_sqrt##suffix(x);                                                   \
  }
GRIDLOCK_FLOATING(__f, float, f)
GRIDLOCK_FLOATING(__d, double, )
#undef GRIDLOCK_FLOATING
GRIDLOCK_DEVICE GRIDLOCK_INLINE float __fmaf_rn(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE double __fma_rn(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE float __frsqrt_rn(float x) {
  return 1 / __builtin_sqrtf(x);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE float __saturatef(float x) {
  return x >= 1 ? 1.0f : x > 0 ? x : 0.0f;
}

// The fast approximations are exact here; a program must not depend on their error.
GRIDLOCK_DEVICE GRIDLOCK_INLINE float fdividef(float x, float y) { return x / y; }
GRIDLOCK_DEVICE GRIDLOCK_INLINE float __fdividef(float x, float y) { return x / y; }
GRIDLOCK_DEVICE GRIDLOCK_INLINE double fdivide(double x, double y) { return x / y; }
// These are for both sides, as the C library declares some of the names for the host.
#define GRIDLOCK_FAST(name, exact) \
  GRIDLOCK_BOTH GRIDLOCK_INLINE float name(float x) { return exact(x); }
GRIDLOCK_FAST(__sinf, sinf)
GRIDLOCK_FAST(__cosf, cosf)
GRIDLOCK_FAST(__tanf, tanf)
GRIDLOCK_FAST(__tanhf, tanhf)
GRIDLOCK_FAST(__expf, expf)
GRIDLOCK_FAST(__exp10f, exp10f)
GRIDLOCK_FAST(__logf, logf)
GRIDLOCK_FAST(__log2f, log2f)
GRIDLOCK_FAST(__log10f, log10f)
#undef GRIDLOCK_FAST
GRIDLOCK_BOTH GRIDLOCK_INLINE float __powf(float x, float y) { return powf(x, y); }
GRIDLOCK_BOTH GRIDLOCK_INLINE void __sincosf(float x, float* sine, float* cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
