/// \file
/// cub::BlockMergeSort.
#pragma once

#include "../gridlock_tile_sort.cuh"

namespace cub {

/// Sorts the items of a block by a comparison of their keys, and keeps the order of equal
/// ones.
template <class Key, int X, int N, class Value = NullType, int Y = 1, int Z = 1>
class BlockMergeSort : public gridlock_detail::MergeSort<Key, Value, X * Y * Z, N,
                                                         gridlock_detail::SyncBlock> {
  using Base =
      gridlock_detail::MergeSort<Key, Value, X * Y * Z, N, gridlock_detail::SyncBlock>;

 public:
  GRIDLOCK_CUB explicit BlockMergeSort(typename Base::TempStorage& storage)
      : Base(storage, gridlock_detail::thread_of_block(), {}) {}
};

}  // namespace cub
