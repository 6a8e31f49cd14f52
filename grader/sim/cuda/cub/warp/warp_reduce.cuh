/// \file
/// cub::WarpReduce.
#pragma once

#include "gridlock_logical_warp.cuh"

namespace cub {

/// Combines a value of each lane; lane 0 gets the result.
template <class T, int kLanes = 32>
class WarpReduce {
 public:
  /// Nothing: the lanes exchange their values by shuffles.
  struct TempStorage {};

  GRIDLOCK_CUB explicit WarpReduce(TempStorage&) {}

  template <class Op>
  GRIDLOCK_CUB T Reduce(T input, Op op) {
    return reduce(input, op, kLanes);
  }
  template <class Op>
  GRIDLOCK_CUB T Reduce(T input, Op op, int valid) {
    return reduce(input, op, valid);
  }
  GRIDLOCK_CUB T Sum(T input) { return Reduce(input, gridlock_detail::Plus{}); }
  GRIDLOCK_CUB T Sum(T input, int valid) {
    return Reduce(input, gridlock_detail::Plus{}, valid);
  }
  /// For each segment, whose first lane gets its result: one begins at each head.
  template <class Flag, class Op>
  GRIDLOCK_CUB T HeadSegmentedReduce(T input, Flag head, Op op) {
    const unsigned heads = gridlock_ballot(head);
    const unsigned later = warp_.lane == 31 ? 0 : heads >> (warp_.lane + 1);
    return reduce(input, op,
                  later ? warp_.lane + __ffs(static_cast<int>(later)) : kLanes);
  }
  /// The same; one ends at each tail.
  template <class Flag, class Op>
  GRIDLOCK_CUB T TailSegmentedReduce(T input, Flag tail, Op op) {
    const unsigned tails = gridlock_ballot(tail) >> warp_.lane;
    return reduce(input, op,
                  tails ? warp_.lane + __ffs(static_cast<int>(tails)) : kLanes);
  }
  template <class Flag>
  GRIDLOCK_CUB T HeadSegmentedSum(T input, Flag head) {
    return HeadSegmentedReduce(input, head, gridlock_detail::Plus{});
  }
  template <class Flag>
  GRIDLOCK_CUB T TailSegmentedSum(T input, Flag tail) {
    return TailSegmentedReduce(input, tail, gridlock_detail::Plus{});
  }

 private:
  /// Which lanes have a flag; bit 0 is this logical warp's first lane.
  template <class Flag>
  GRIDLOCK_CUB unsigned gridlock_ballot(Flag flag) {
    return __ballot_sync(warp_.mask, flag ? 1 : 0) >> warp_.first;
  }

  /// Combines the values of the lanes from the caller's to `end`.
  template <class Op>
  GRIDLOCK_CUB T reduce(T value, Op& op, int end) {
    for (int distance = 1; distance < kLanes; distance *= 2) {
      const T other = warp_.from(value, warp_.lane + distance);
      if (warp_.lane + distance < end) value = op(value, other);
    }
    return value;
  }

  gridlock_detail::LogicalWarp<kLanes> warp_;
};

}  // namespace cub
