/// \file
/// cub::BlockRadixSort.
#pragma once

#include "../gridlock_tile_sort.cuh"
#include "block_scan.cuh"

namespace cub {
namespace gridlock_detail {

/// The bits of a number, which compare like it.
template <class Key>
GRIDLOCK_CUB unsigned long long sortable(Key key) {
  static_assert(std::is_arithmetic_v<Key> && sizeof(Key) <= 8,
                "The simulator's BlockRadixSort sorts integers, float and double.");
  constexpr unsigned long long kSign = 1ull << (8 * sizeof(Key) - 1);
  unsigned long long bits = 0;
  if constexpr (std::is_floating_point_v<Key>) key = key == 0 ? Key(0) : key;
  __builtin_memcpy(&bits, &key, sizeof(Key));
  if constexpr (std::is_floating_point_v<Key>)
    return (bits & kSign) ? ~bits & (2 * kSign - 1) : bits | kSign;
  return std::is_signed_v<Key> ? bits ^ kSign : bits;
}

/// Whether a key comes before another one by some of its bits.
template <class Key>
struct BitsBefore {
  bool down;
  int begin, end;

  GRIDLOCK_CUB bool operator()(const Key& one, const Key& other) const {
    const unsigned long long mask =
        end - begin < 64 ? (1ull << (end - begin)) - 1 : ~0ull;
    const auto a = sortable(one) >> begin & mask;
    const auto b = sortable(other) >> begin & mask;
    return down ? b < a : a < b;
  }
};

}  // namespace gridlock_detail

/// Sorts the items of a block by bits of their keys, and keeps the order of equal ones.
template <class Key, int X, int N, class Value = NullType, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1>
class BlockRadixSort {
  static constexpr int kBits = 8 * sizeof(Key);
  using Sorter = gridlock_detail::TileSort<Key, Value, X * Y * Z * N, N>;

 public:
  /// In use from the call to the next barrier of the block.
  using TempStorage = typename Sorter::TempStorage;

  GRIDLOCK_CUB explicit BlockRadixSort(TempStorage& storage)
      : storage_(storage), thread_(gridlock_detail::thread_of_block()) {}

  GRIDLOCK_CUB void Sort(Key (&keys)[N], int begin = 0, int end = kBits) {
    NullType values[N];
    sort(keys, values, false, false, begin, end);
  }
  GRIDLOCK_CUB void Sort(Key (&keys)[N], Value (&values)[N], int begin = 0,
                         int end = kBits) {
    sort(keys, values, false, false, begin, end);
  }
  GRIDLOCK_CUB void SortDescending(Key (&keys)[N], int begin = 0, int end = kBits) {
    NullType values[N];
    sort(keys, values, true, false, begin, end);
  }
  GRIDLOCK_CUB void SortDescending(Key (&keys)[N], Value (&values)[N], int begin = 0,
                                   int end = kBits) {
    sort(keys, values, true, false, begin, end);
  }
  GRIDLOCK_CUB void SortBlockedToStriped(Key (&keys)[N], int begin = 0, int end = kBits) {
    NullType values[N];
    sort(keys, values, false, true, begin, end);
  }
  GRIDLOCK_CUB void SortBlockedToStriped(Key (&keys)[N], Value (&values)[N],
                                         int begin = 0, int end = kBits) {
    sort(keys, values, false, true, begin, end);
  }
  GRIDLOCK_CUB void SortDescendingBlockedToStriped(Key (&keys)[N], int begin = 0,
                                                   int end = kBits) {
    NullType values[N];
    sort(keys, values, true, true, begin, end);
  }
  GRIDLOCK_CUB void SortDescendingBlockedToStriped(Key (&keys)[N], Value (&values)[N],
                                                   int begin = 0, int end = kBits) {
    sort(keys, values, true, true, begin, end);
  }

 private:
  template <class Values>
  GRIDLOCK_CUB void sort(Key (&keys)[N], Values (&values)[N], bool down, bool striped,
                         int begin, int end) {
    Sorter(storage_, thread_)
        .sort(keys, values, striped, gridlock_detail::BitsBefore<Key>{down, begin, end},
              gridlock_detail::SyncBlock{});
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
