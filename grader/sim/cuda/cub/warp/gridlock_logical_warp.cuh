/// \file
/// A warp, or a part of one whose lanes follow each other.
#pragma once

#include "../util_type.cuh"

namespace cub::gridlock_detail {

/// The logical warp of kLanes lanes that the calling thread is in.  Its lanes exchange
/// values by shuffles.
template <int kLanes>
struct LogicalWarp {
  static_assert(kLanes >= 1 && kLanes <= 32, "A logical warp has 1 to 32 lanes.");
  int first;      ///< Its first lane in the warp.
  int lane;       ///< The thread's own, from `first`.
  unsigned mask;  ///< Its lanes.

  GRIDLOCK_CUB LogicalWarp()
      : first(lane_of_warp() / kLanes * kLanes),
        lane(lane_of_warp() % kLanes),
        mask((kLanes == 32 ? ~0u : (1u << kLanes) - 1) << first) {}

  /// What another lane has; its own value where there is no such lane.
  template <class T>
  GRIDLOCK_CUB T from(const T& value, int other) const {
    const bool is_there = other >= 0 && other < kLanes;
    return from_lane(mask, value, first + (is_there ? other : lane));
  }
};

}  // namespace cub::gridlock_detail
