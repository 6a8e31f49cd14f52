/// \file
/// Arithmetic on the two halves or the four bytes of a 32-bit word, lane by lane.
#pragma once

#include "host_defines.h"

namespace gridlock::sim {
inline namespace shim {

/// A lane of `bits` bits, as a number.
GRIDLOCK_DEVICE GRIDLOCK_INLINE int unsigned_lane(unsigned word, int lane, int bits) {
  return static_cast<int>(word >> lane * bits & ((1u << bits) - 1));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int signed_lane(unsigned word, int lane, int bits) {
  return static_cast<int>(word << (32 - bits - lane * bits)) >> (32 - bits);
}
/// The number nearest to `x` that a lane of `bits` bits holds.
GRIDLOCK_DEVICE GRIDLOCK_INLINE int signed_limit(int x, int bits) {
  const int most = (1 << (bits - 1)) - 1;
  return x > most ? most : x < -most - 1 ? -most - 1 : x;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int unsigned_limit(int x, int bits) {
  const int most = (1 << bits) - 1;
  return x > most ? most : x < 0 ? 0 : x;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int distance_of(int x, int y) {
  return x < y ? y - x : x - y;
}

}  // namespace shim
}  // namespace gridlock::sim

/// For each lane of so many: `lane` of a word is a number, and `result` is cut to a lane.
#define GRIDLOCK_LANES(count, lane, result)                                       \
  constexpr int bits = 32 / count;                                                \
  unsigned int word = 0;                                                          \
  for (int i = 0; i < count; ++i) {                                               \
    const int x = gridlock::sim::lane(a, i, bits);                                \
    const int y = gridlock::sim::lane(b, i, bits);                                \
    (void)y;                                                                      \
    word |= (static_cast<unsigned int>(result) & ((1u << bits) - 1)) << i * bits; \
  }                                                                               \
  return word;
#define GRIDLOCK_SIMD_2(name, lane, result)                                            \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int name##2(unsigned int a,                 \
                                                       unsigned int b){GRIDLOCK_LANES( \
      2, lane,                                                                         \
      result)} GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int name##4(unsigned int a,    \
                                                                    unsigned int b) {  \
    GRIDLOCK_LANES(4, lane, result)                                                    \
  }
#define GRIDLOCK_SIMD_1(name, result)                                    \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int name##2(unsigned int a) { \
    constexpr unsigned int b = 0;                                        \
    GRIDLOCK_LANES(2, signed_lane, result)                               \
  }                                                                      \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int name##4(unsigned int a) { \
    constexpr unsigned int b = 0;                                        \
    GRIDLOCK_LANES(4, signed_lane, result)                               \
  }
/// A comparison: a mask of ones, or 1, in each lane where it holds.
#define GRIDLOCK_SIMD_COMPARE(name, lane, sign)          \
  GRIDLOCK_SIMD_2(__vcmp##name, lane, x sign y ? -1 : 0) \
  GRIDLOCK_SIMD_2(__vset##name, lane, x sign y ? 1 : 0)
#define GRIDLOCK_SIMD_ORDER(name, sign)             \
  GRIDLOCK_SIMD_COMPARE(name##s, signed_lane, sign) \
  GRIDLOCK_SIMD_COMPARE(name##u, unsigned_lane, sign)
/// The sum over the lanes of a result that is not cut.
#define GRIDLOCK_SIMD_SUM(name, count, lane)                                    \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int name##count(unsigned int a,      \
                                                           unsigned int b) {    \
    int sum = 0;                                                                \
    for (int i = 0; i < count; ++i)                                             \
      sum += gridlock::sim::distance_of(gridlock::sim::lane(a, i, 32 / count),  \
                                        gridlock::sim::lane(b, i, 32 / count)); \
    return static_cast<unsigned int>(sum);                                      \
  }

GRIDLOCK_SIMD_1(__vabs, x < 0 ? -x : x)
GRIDLOCK_SIMD_1(__vabsss, gridlock::sim::signed_limit(x < 0 ? -x : x, bits))
GRIDLOCK_SIMD_1(__vneg, -x)
GRIDLOCK_SIMD_1(__vnegss, gridlock::sim::signed_limit(-x, bits))
GRIDLOCK_SIMD_2(__vadd, unsigned_lane, x + y)
GRIDLOCK_SIMD_2(__vaddss, signed_lane, gridlock::sim::signed_limit(x + y, bits))
GRIDLOCK_SIMD_2(__vaddus, unsigned_lane, gridlock::sim::unsigned_limit(x + y, bits))
GRIDLOCK_SIMD_2(__vsub, unsigned_lane, x - y)
GRIDLOCK_SIMD_2(__vsubss, signed_lane, gridlock::sim::signed_limit(x - y, bits))
GRIDLOCK_SIMD_2(__vsubus, unsigned_lane, gridlock::sim::unsigned_limit(x - y, bits))
GRIDLOCK_SIMD_2(__vabsdiffs, signed_lane, gridlock::sim::distance_of(x, y))
GRIDLOCK_SIMD_2(__vabsdiffu, unsigned_lane, gridlock::sim::distance_of(x, y))
// A negative mean is rounded down, as PTX's vavrg2 does it.
GRIDLOCK_SIMD_2(__vavgs, signed_lane, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)
GRIDLOCK_SIMD_2(__vavgu, unsigned_lane, (x + y + 1) >> 1)
GRIDLOCK_SIMD_2(__vhaddu, unsigned_lane, (x + y) >> 1)
GRIDLOCK_SIMD_2(__vmaxs, signed_lane, x > y ? x : y)
GRIDLOCK_SIMD_2(__vmaxu, unsigned_lane, x > y ? x : y)
GRIDLOCK_SIMD_2(__vmins, signed_lane, x < y ? x : y)
GRIDLOCK_SIMD_2(__vminu, unsigned_lane, x < y ? x : y)
GRIDLOCK_SIMD_COMPARE(eq, unsigned_lane, ==)
GRIDLOCK_SIMD_COMPARE(ne, unsigned_lane, !=)
GRIDLOCK_SIMD_ORDER(ge, >=)
GRIDLOCK_SIMD_ORDER(gt, >)
GRIDLOCK_SIMD_ORDER(le, <=)
GRIDLOCK_SIMD_ORDER(lt, <)
GRIDLOCK_SIMD_SUM(__vsads, 2, signed_lane)
GRIDLOCK_SIMD_SUM(__vsads, 4, signed_lane)
GRIDLOCK_SIMD_SUM(__vsadu, 2, unsigned_lane)
GRIDLOCK_SIMD_SUM(__vsadu, 4, unsigned_lane)

#undef GRIDLOCK_SIMD_SUM
#undef GRIDLOCK_SIMD_ORDER
#undef GRIDLOCK_SIMD_COMPARE
#undef GRIDLOCK_SIMD_1
#undef GRIDLOCK_SIMD_2
#undef GRIDLOCK_LANES
