/// \file
/// Conversions to floating point in a named direction.  The last letters of a name are
/// the rounding: to nearest, to zero, up, down.
#pragma once

#include "math_functions.h"

namespace gridlock::sim {
inline namespace shim {

/// The number next to `x` on the side of `towards`, which is an infinity.
GRIDLOCK_DEVICE GRIDLOCK_INLINE float next_towards(float x, float towards) {
  return __builtin_nextafterf(x, towards);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE double next_towards(double x, double towards) {
  return __builtin_nextafter(x, towards);
}

/// Whether `rounded` lies above (1) or below (-1) the number that it stands for.
template <class To, class From>
GRIDLOCK_DEVICE GRIDLOCK_INLINE int side_of(To rounded, From exact) {
  if constexpr (From(0.5) == From(0)) {  // A whole number: it has at most 64 bits.
    const __int128 whole = static_cast<__int128>(rounded);
    return (whole > exact) - (whole < exact);
  } else {
    return (rounded > exact) - (rounded < exact);
  }
}

template <class To, class From>
GRIDLOCK_DEVICE GRIDLOCK_INLINE To rounded_up(From x) {
  const To near = static_cast<To>(x);
  return side_of(near, x) < 0 ? next_towards(near, To(__builtin_inf())) : near;
}
template <class To, class From>
GRIDLOCK_DEVICE GRIDLOCK_INLINE To rounded_down(From x) {
  const To near = static_cast<To>(x);
  return side_of(near, x) > 0 ? next_towards(near, To(-__builtin_inf())) : near;
}

}  // namespace shim
}  // namespace gridlock::sim

#define GRIDLOCK_EXACT(name, to, from) \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE to name(from x) { return static_cast<to>(x); }
#define GRIDLOCK_TO_FLOATING(prefix, to, from)              \
  GRIDLOCK_EXACT(prefix##_rn, to, from)                     \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE to prefix##_rz(from x) {  \
    return x > 0 ? gridlock::sim::rounded_down<to, from>(x) \
                 : gridlock::sim::rounded_up<to, from>(x);  \
  }                                                         \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE to prefix##_ru(from x) {  \
    return gridlock::sim::rounded_up<to, from>(x);          \
  }                                                         \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE to prefix##_rd(from x) {  \
    return gridlock::sim::rounded_down<to, from>(x);        \
  }
GRIDLOCK_TO_FLOATING(__int2float, float, int)
GRIDLOCK_TO_FLOATING(__uint2float, float, unsigned int)
GRIDLOCK_TO_FLOATING(__ll2float, float, long long)
GRIDLOCK_TO_FLOATING(__ull2float, float, unsigned long long)
GRIDLOCK_TO_FLOATING(__ll2double, double, long long)
GRIDLOCK_TO_FLOATING(__ull2double, double, unsigned long long)
GRIDLOCK_TO_FLOATING(__double2float, float, double)
GRIDLOCK_EXACT(__int2double_rn, double, int)
GRIDLOCK_EXACT(__uint2double_rn, double, unsigned int)
#undef GRIDLOCK_TO_FLOATING
#undef GRIDLOCK_EXACT
