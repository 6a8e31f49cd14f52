/// \file
/// cub::BlockExchange.
#pragma once

#include "../util_type.cuh"

namespace cub {

/// Exchanges items among the threads of a block.
template <class T, int X, int N, bool = false, int Y = 1, int Z = 1>
class BlockExchange {
  static constexpr int kThreads = X * Y * Z;

 public:
  /// In use from the call to the next barrier of the block.
  struct TempStorage {
    gridlock_detail::Slot<T> items[kThreads * N];
  };

  GRIDLOCK_CUB explicit BlockExchange(TempStorage& storage)
      : storage_(storage), thread_(gridlock_detail::thread_of_block()) {}

  template <class Out>
  GRIDLOCK_CUB void StripedToBlocked(const T (&input)[N], Out (&output)[N]) {
    for (int i = 0; i < N; ++i) storage_.items[i * kThreads + thread_].put(input[i]);
    __syncthreads();
    for (int i = 0; i < N; ++i) output[i] = storage_.items[thread_ * N + i].get();
  }
  template <class Out>
  GRIDLOCK_CUB void BlockedToStriped(const T (&input)[N], Out (&output)[N]) {
    for (int i = 0; i < N; ++i) storage_.items[thread_ * N + i].put(input[i]);
    __syncthreads();
    for (int i = 0; i < N; ++i) output[i] = storage_.items[i * kThreads + thread_].get();
  }
  template <class Out, class Rank>
  GRIDLOCK_CUB void ScatterToBlocked(const T (&input)[N], Out (&output)[N],
                                     Rank (&ranks)[N]) {
    for (int i = 0; i < N; ++i) storage_.items[ranks[i]].put(input[i]);
    __syncthreads();
    for (int i = 0; i < N; ++i) output[i] = storage_.items[thread_ * N + i].get();
  }
  template <class Out, class Rank>
  GRIDLOCK_CUB void ScatterToStriped(const T (&input)[N], Out (&output)[N],
                                     Rank (&ranks)[N]) {
    for (int i = 0; i < N; ++i) storage_.items[ranks[i]].put(input[i]);
    __syncthreads();
    for (int i = 0; i < N; ++i) output[i] = storage_.items[i * kThreads + thread_].get();
  }

 private:
  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
