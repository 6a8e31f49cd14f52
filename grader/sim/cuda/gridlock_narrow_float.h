/// 16-bit floating point: conversions from and to wider types, for the program and the
/// runtime.
#pragma once

#include "host_defines.h"

/// For a function that is too long to inline.  Its accesses are not instrumented.
#if defined(__clang__)
#define GRIDLOCK_APART inline __attribute__((nodebug, no_sanitize("thread")))
#else
#define GRIDLOCK_APART inline
#endif

namespace gridlock::sim {
inline namespace shim {

/// The direction in which an inexact conversion rounds.
enum Rounding : int { kToNearestEven, kToZero, kUp, kDown };

/// A format like those of IEEE 754, with a sign and this many bits of exponent and
/// fraction: 5 and 10 for __half, 8 and 7 for __nv_bfloat16.
template <int ExponentBits, int FractionBits>
struct NarrowFormat {
  static constexpr int kExponentMin = 2 - (1 << (ExponentBits - 1));
  static constexpr unsigned kInfinity = ((1u << ExponentBits) - 1) << FractionBits;
  static constexpr unsigned kNaN = 0x7fff;  ///< The NaN that a GPU returns.

  /// The bits of `x`, rounded to this format.
  GRIDLOCK_BOTH GRIDLOCK_APART static unsigned short narrow(double x, int rounding) {
    if (x != x) return kNaN;
    const auto bits = __builtin_bit_cast(unsigned long long, x);
    const unsigned sign = static_cast<unsigned>(bits >> 63) << 15;
    const bool away = sign ? rounding == kDown : rounding == kUp;
    // A value is a whole number of steps.  A step doubles with each exponent, except that
    // all subnormal numbers have the same step.
    int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
    const bool is_infinite = exponent == 1024;
    if (exponent < kExponentMin) exponent = kExponentMin;
    const double steps = __builtin_ldexp(__builtin_fabs(x), FractionBits - exponent);
    const double whole = rounding == kToNearestEven ? __builtin_rint(steps)
                         : away                     ? __builtin_ceil(steps)
                                                    : __builtin_floor(steps);
    // A normal number's steps include its leading bit, which adds 1 to the encoded
    // exponent.
    unsigned code = kInfinity;
    if (!is_infinite) {
      code = (static_cast<unsigned>(exponent - kExponentMin) << FractionBits) +
             static_cast<unsigned>(whole);
      if (code >= kInfinity)
        code = rounding == kToNearestEven || away ? kInfinity : kInfinity - 1;
    }
    return static_cast<unsigned short>(sign | code);
  }

  /// The value that these bits encode.  A float can represent every such value exactly.
  GRIDLOCK_BOTH GRIDLOCK_APART static float widen(unsigned short bits) {
    const unsigned code = bits & 0x7fff;
    const unsigned fraction = code & ((1u << FractionBits) - 1);
    const int exponent = static_cast<int>(code >> FractionBits);
    double value = __builtin_inf();
    if (code > kInfinity)
      value = __builtin_nan("");
    else if (code < kInfinity)
      value =
          __builtin_ldexp(exponent ? (1u << FractionBits) + fraction : fraction,
                          kExponentMin - FractionBits + (exponent ? exponent - 1 : 0));
    return static_cast<float>(bits & 0x8000 ? -value : value);
  }

  /// The bits of the sum, rounded once, as a double represents the sum exactly.
  GRIDLOCK_BOTH GRIDLOCK_APART static unsigned short add(unsigned short a,
                                                         unsigned short b) {
    return narrow(double{widen(a)} + double{widen(b)}, kToNearestEven);
  }
};

using HalfFormat = NarrowFormat<5, 10>;
using BfloatFormat = NarrowFormat<8, 7>;

/// A double in place of `magnitude`: rounding either of them to fewer than 50 bits gives
/// the same result.
GRIDLOCK_BOTH GRIDLOCK_APART double sticky_double(unsigned long long magnitude) {
  constexpr unsigned long long kLost = (1ull << 11) - 1;
  if (magnitude >> 53 == 0) return static_cast<double>(magnitude);
  const unsigned long long sticky = (magnitude & kLost) != 0 ? kLost + 1 : 0;
  return static_cast<double>((magnitude & ~kLost) | sticky);
}
template <class Integer>
GRIDLOCK_BOTH GRIDLOCK_INLINE double sticky_double_of(Integer x) {
  return x < 0 ? -sticky_double(0 - static_cast<unsigned long long>(x))
               : sticky_double(static_cast<unsigned long long>(x));
}

}  // namespace shim
}  // namespace gridlock::sim
