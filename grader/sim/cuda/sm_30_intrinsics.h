/// Functions that exchange values within a warp: shuffle, vote, match, reduce.
#pragma once

#include "device_launch_parameters.h"
#include "gridlock_device.h"

GRIDLOCK_DEVICE GRIDLOCK_INLINE void __syncwarp(unsigned mask = 0xFFFFFFFF) {
  gridlock_warp_sync(mask);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned __activemask() { return gridlock_active_mask(); }

GRIDLOCK_DEVICE GRIDLOCK_INLINE int __all_sync(unsigned mask, int predicate) {
  return static_cast<int>(
      gridlock_warp_exchange(gridlock::sim::kVoteAll, mask, predicate != 0, 0, 32));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __any_sync(unsigned mask, int predicate) {
  return static_cast<int>(
      gridlock_warp_exchange(gridlock::sim::kVoteAny, mask, predicate != 0, 0, 32));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __uni_sync(unsigned mask, int predicate) {
  return static_cast<int>(
      gridlock_warp_exchange(gridlock::sim::kVoteUniform, mask, predicate != 0, 0, 32));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned __ballot_sync(unsigned mask, int predicate) {
  return static_cast<unsigned>(
      gridlock_warp_exchange(gridlock::sim::kVoteBallot, mask, predicate != 0, 0, 32));
}

// A value is passed as its bit pattern; `bits` is an unsigned type of the same size.
#define GRIDLOCK_SHUFFLE(name, operation, type, bits, lane_type)                         \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE type name(unsigned mask, type value, lane_type lane,   \
                                            int width = warpSize) {                      \
    return __builtin_bit_cast(                                                           \
        type, static_cast<bits>(gridlock_warp_exchange(gridlock::sim::operation, mask,   \
                                                       __builtin_bit_cast(bits, value),  \
                                                       static_cast<int>(lane), width))); \
  }
#define GRIDLOCK_MATCH(type, bits)                                                       \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned __match_any_sync(unsigned mask, type value) { \
    return static_cast<unsigned>(gridlock_warp_exchange(                                 \
        gridlock::sim::kMatchAny, mask, __builtin_bit_cast(bits, value), 0, 32));        \
  }                                                                                      \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned __match_all_sync(unsigned mask, type value,   \
                                                            int* all_equal) {            \
    const unsigned lanes = static_cast<unsigned>(gridlock_warp_exchange(                 \
        gridlock::sim::kMatchAll, mask, __builtin_bit_cast(bits, value), 0, 32));        \
    *all_equal = lanes != 0;                                                             \
    return lanes;                                                                        \
  }
#define GRIDLOCK_WARP(type, bits)                                        \
  GRIDLOCK_SHUFFLE(__shfl_sync, kShuffleIndex, type, bits, int)          \
  GRIDLOCK_SHUFFLE(__shfl_up_sync, kShuffleUp, type, bits, unsigned)     \
  GRIDLOCK_SHUFFLE(__shfl_down_sync, kShuffleDown, type, bits, unsigned) \
  GRIDLOCK_SHUFFLE(__shfl_xor_sync, kShuffleXor, type, bits, int)        \
  GRIDLOCK_MATCH(type, bits)

GRIDLOCK_WARP(int, unsigned)
GRIDLOCK_WARP(unsigned, unsigned)
GRIDLOCK_WARP(long, unsigned long)
GRIDLOCK_WARP(unsigned long, unsigned long)
GRIDLOCK_WARP(long long, unsigned long long)
GRIDLOCK_WARP(unsigned long long, unsigned long long)
GRIDLOCK_WARP(float, unsigned)
GRIDLOCK_WARP(double, unsigned long long)

#define GRIDLOCK_REDUCE(name, operation, type)                                 \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE type name(unsigned mask, type value) {       \
    return static_cast<type>(gridlock_warp_exchange(                           \
        gridlock::sim::operation, mask, static_cast<unsigned>(value), 0, 32)); \
  }

GRIDLOCK_REDUCE(__reduce_add_sync, kReduceAdd, unsigned)
GRIDLOCK_REDUCE(__reduce_add_sync, kReduceAdd, int)
GRIDLOCK_REDUCE(__reduce_min_sync, kReduceMinUnsigned, unsigned)
GRIDLOCK_REDUCE(__reduce_min_sync, kReduceMinSigned, int)
GRIDLOCK_REDUCE(__reduce_max_sync, kReduceMaxUnsigned, unsigned)
GRIDLOCK_REDUCE(__reduce_max_sync, kReduceMaxSigned, int)
GRIDLOCK_REDUCE(__reduce_and_sync, kReduceAnd, unsigned)
GRIDLOCK_REDUCE(__reduce_or_sync, kReduceOr, unsigned)
GRIDLOCK_REDUCE(__reduce_xor_sync, kReduceXor, unsigned)

#undef GRIDLOCK_REDUCE
#undef GRIDLOCK_WARP
#undef GRIDLOCK_MATCH
#undef GRIDLOCK_SHUFFLE
