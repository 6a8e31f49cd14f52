/// \file
/// cub::BlockRadixSort.
#pragma once

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

}  // namespace gridlock_detail

/// Sorts the items of a block by bits of their keys, and keeps the order of equal ones.
template <class Key, int X, int N, class Value = NullType, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1>
class BlockRadixSort {
  static constexpr int kThreads = X * Y * Z;
  static constexpr int kItems = kThreads * N;
  static constexpr int kBits = 8 * sizeof(Key);

 public:
  /// In use from the call to the next barrier of the block.
  struct TempStorage {
    gridlock_detail::Slot<Key> keys[kItems];
    gridlock_detail::Slot<Value> values[kItems];
    int order[2][kItems];
  };

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
  /// Whether the first item must come behind the second, which stands behind it.
  GRIDLOCK_CUB bool goes_behind(int one, int other, bool down, int begin, int end) {
    const unsigned long long mask =
        end - begin < 64 ? (1ull << (end - begin)) - 1 : ~0ull;
    const auto a = gridlock_detail::sortable(storage_.keys[one].get()) >> begin & mask;
    const auto b = gridlock_detail::sortable(storage_.keys[other].get()) >> begin & mask;
    return down ? a < b : b < a;
  }

  /// Thread 0 merges ever longer runs, from one order to the other.
  GRIDLOCK_CUB void merge_runs(bool down, int begin, int end) {
    int from = 0;
    for (int i = 0; i < kItems; ++i) storage_.order[0][i] = i;
    for (int width = 1; width < kItems; width *= 2) {
      for (int low = 0; low < kItems; low += 2 * width) {
        const int middle = low + width < kItems ? low + width : kItems;
        const int high = middle + width < kItems ? middle + width : kItems;
        int left = low, right = middle;
        for (int at = low; at < high; ++at) {
          const bool takes_right =
              right < high && (left == middle || goes_behind(storage_.order[from][left],
                                                             storage_.order[from][right],
                                                             down, begin, end));
          storage_.order[1 - from][at] =
              storage_.order[from][takes_right ? right++ : left++];
        }
      }
      from = 1 - from;
    }
  }

  /// How many times merge_runs changes sides.
  static constexpr int rounds() {
    int count = 0;
    for (int width = 1; width < kItems; width *= 2) ++count;
    return count;
  }

  template <class Values>
  GRIDLOCK_CUB void sort(Key (&keys)[N], Values (&values)[N], bool down, bool striped,
                         int begin, int end) {
    constexpr bool has_values = !std::is_same_v<Values, NullType>;
    for (int i = 0; i < N; ++i) {
      storage_.keys[thread_ * N + i].put(keys[i]);
      if constexpr (has_values) storage_.values[thread_ * N + i].put(values[i]);
    }
    __syncthreads();
    if (thread_ == 0) merge_runs(down, begin, end);
    __syncthreads();
    for (int i = 0; i < N; ++i) {
      const int at = striped ? i * kThreads + thread_ : thread_ * N + i;
      const int from = storage_.order[rounds() % 2][at];
      keys[i] = storage_.keys[from].get();
      if constexpr (has_values) values[i] = storage_.values[from].get();
    }
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
