/// \file
/// cub::BlockAdjacentDifference.
#pragma once

#include "../util_type.cuh"

namespace cub {

/// What a function makes of each item of a block and its neighbour.
template <class T, int X, int Y = 1, int Z = 1>
class BlockAdjacentDifference {
  static constexpr int kThreads = X * Y * Z;

 public:
  /// In use from the call to the next barrier of the block.
  struct TempStorage {
    gridlock_detail::Slot<T> first[kThreads], last[kThreads];
  };

  GRIDLOCK_CUB explicit BlockAdjacentDifference(TempStorage& storage)
      : storage_(storage), thread_(gridlock_detail::thread_of_block()) {}

  /// output[i] is difference(item, the one before it); the block's first item stays.
  template <int N, class Output, class Difference>
  GRIDLOCK_CUB void SubtractLeft(T (&input)[N], Output (&output)[N],
                                 Difference difference) {
    left(input, output, difference, N * kThreads, nullptr);
  }
  /// The same, with an item before the block's first.
  template <int N, class Output, class Difference>
  GRIDLOCK_CUB void SubtractLeft(T (&input)[N], Output (&output)[N],
                                 Difference difference, T tile_predecessor_item) {
    left(input, output, difference, N * kThreads, &tile_predecessor_item);
  }
  /// The same for a block that has only so many items; the others stay.
  template <int N, class Output, class Difference>
  GRIDLOCK_CUB void SubtractLeftPartialTile(T (&input)[N], Output (&output)[N],
                                            Difference difference, int valid_items) {
    left(input, output, difference, valid_items, nullptr);
  }
  template <int N, class Output, class Difference>
  GRIDLOCK_CUB void SubtractLeftPartialTile(T (&input)[N], Output (&output)[N],
                                            Difference difference, int valid_items,
                                            T tile_predecessor_item) {
    left(input, output, difference, valid_items, &tile_predecessor_item);
  }

  /// output[i] is difference(item, the one behind it); the block's last item stays.
  template <int N, class Output, class Difference>
  GRIDLOCK_CUB void SubtractRight(T (&input)[N], Output (&output)[N],
                                  Difference difference) {
    right(input, output, difference, N * kThreads, nullptr);
  }
  /// The same, with an item behind the block's last.
  template <int N, class Output, class Difference>
  GRIDLOCK_CUB void SubtractRight(T (&input)[N], Output (&output)[N],
                                  Difference difference, T tile_successor_item) {
    right(input, output, difference, N * kThreads, &tile_successor_item);
  }
  /// The same for a block that has only so many items; the others stay.
  template <int N, class Output, class Difference>
  GRIDLOCK_CUB void SubtractRightPartialTile(T (&input)[N], Output (&output)[N],
                                             Difference difference, int valid_items) {
    right(input, output, difference, valid_items, nullptr);
  }

 private:
  // Input and output may be one array: so the item in hand is kept.  A difference may
  // take its arguments by reference.
  template <int N, class Output, class Difference>
  GRIDLOCK_CUB void left(T (&input)[N], Output (&output)[N], Difference& difference,
                         int valid, T* before) {
    storage_.last[thread_].put(input[N - 1]);
    __syncthreads();
    for (int i = N - 1; i >= 0; --i) {
      const int place = thread_ * N + i;
      T item = input[i];
      if (place >= valid || (place == 0 && !before)) {
        output[i] = item;
      } else {
        T other = i > 0       ? input[i - 1]
                  : place > 0 ? storage_.last[thread_ - 1].get()
                              : *before;
        output[i] = difference(item, other);
      }
    }
  }
  template <int N, class Output, class Difference>
  GRIDLOCK_CUB void right(T (&input)[N], Output (&output)[N], Difference& difference,
                          int valid, T* behind) {
    storage_.first[thread_].put(input[0]);
    __syncthreads();
    for (int i = 0; i < N; ++i) {
      const int place = thread_ * N + i;
      T item = input[i];
      const bool is_last = place == valid - 1;
      if (place >= valid || (is_last && !behind)) {
        output[i] = item;
      } else {
        T other = is_last     ? *behind
                  : i + 1 < N ? input[i + 1]
                              : storage_.first[thread_ + 1].get();
        output[i] = difference(item, other);
      }
    }
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
