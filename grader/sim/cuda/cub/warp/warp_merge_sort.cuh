/// \file
/// cub::WarpMergeSort.
#pragma once

#include "../gridlock_tile_sort.cuh"
#include "gridlock_logical_warp.cuh"

namespace cub {

/// Sorts the items of a logical warp by a comparison of their keys, and keeps the order
/// of equal ones.  Its lanes meet by __syncwarp().
template <class Key, int N, int kLanes = 32, class Value = NullType>
class WarpMergeSort : public gridlock_detail::MergeSort<Key, Value, kLanes, N,
                                                        gridlock_detail::SyncLanes> {
  using Base =
      gridlock_detail::MergeSort<Key, Value, kLanes, N, gridlock_detail::SyncLanes>;
  using Warp = gridlock_detail::LogicalWarp<kLanes>;

 public:
  GRIDLOCK_CUB explicit WarpMergeSort(typename Base::TempStorage& storage)
      : Base(storage, Warp().lane, {Warp().mask}) {}

  GRIDLOCK_CUB unsigned get_member_mask() const { return Base::sync().mask; }
};

}  // namespace cub
