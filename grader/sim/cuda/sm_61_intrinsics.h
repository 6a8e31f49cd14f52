/// \file
/// Products of bytes and half words, summed into a 32-bit number.
#pragma once

#include "gridlock_simd.h"
#include "vector_types.h"

namespace gridlock::sim {
inline namespace shim {

/// The sum of `c` and of the products of four bytes each; 32 bits of it.
#define GRIDLOCK_DP4A(name, lane)                                                     \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned name(unsigned a, unsigned b, unsigned c) { \
    for (int i = 0; i < 4; ++i)                                                       \
      c += static_cast<unsigned>(lane(a, i, 8) * lane(b, i, 8));                      \
    return c;                                                                         \
  }
/// The sum of `c` and of the products of two half words and two bytes, which begin with
/// the byte `First` of `b`.
#define GRIDLOCK_DP2A(name, lane)                                                     \
  template <int First>                                                                \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned name(unsigned a, unsigned b, unsigned c) { \
    for (int i = 0; i < 2; ++i)                                                       \
      c += static_cast<unsigned>(lane(a, i, 16)) *                                    \
           static_cast<unsigned>(lane(b, First + i, 8));                              \
    return c;                                                                         \
  }
GRIDLOCK_DP4A(dp4a_signed, signed_lane)
GRIDLOCK_DP4A(dp4a_unsigned, unsigned_lane)
GRIDLOCK_DP2A(dp2a_signed, signed_lane)
GRIDLOCK_DP2A(dp2a_unsigned, unsigned_lane)
#undef GRIDLOCK_DP4A
#undef GRIDLOCK_DP2A

template <class T>
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned word_of(T value) {
  return __builtin_bit_cast(unsigned, value);
}

}  // namespace shim
}  // namespace gridlock::sim

#define GRIDLOCK_DP(name, sum, a_type, b_type, c_type)                              \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE c_type name(a_type srcA, b_type srcB, c_type c) { \
    return static_cast<c_type>(gridlock::sim::sum(gridlock::sim::word_of(srcA),     \
                                                  gridlock::sim::word_of(srcB),     \
                                                  static_cast<unsigned>(c)));       \
  }
GRIDLOCK_DP(__dp4a, dp4a_signed, int, int, int)
GRIDLOCK_DP(__dp4a, dp4a_unsigned, unsigned int, unsigned int, unsigned int)
GRIDLOCK_DP(__dp4a, dp4a_signed, char4, char4, int)
GRIDLOCK_DP(__dp4a, dp4a_unsigned, uchar4, uchar4, unsigned int)
GRIDLOCK_DP(__dp2a_lo, dp2a_signed<0>, int, int, int)
GRIDLOCK_DP(__dp2a_lo, dp2a_unsigned<0>, unsigned int, unsigned int, unsigned int)
GRIDLOCK_DP(__dp2a_lo, dp2a_signed<0>, short2, char4, int)
GRIDLOCK_DP(__dp2a_lo, dp2a_unsigned<0>, ushort2, uchar4, unsigned int)
GRIDLOCK_DP(__dp2a_hi, dp2a_signed<2>, int, int, int)
GRIDLOCK_DP(__dp2a_hi, dp2a_unsigned<2>, unsigned int, unsigned int, unsigned int)
GRIDLOCK_DP(__dp2a_hi, dp2a_signed<2>, short2, char4, int)
GRIDLOCK_DP(__dp2a_hi, dp2a_unsigned<2>, ushort2, uchar4, unsigned int)
#undef GRIDLOCK_DP
