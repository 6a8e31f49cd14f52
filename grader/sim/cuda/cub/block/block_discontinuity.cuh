/// \file
/// cub::BlockDiscontinuity.
#pragma once

#include "../util_type.cuh"

namespace cub {

/// Flags the items of a block that differ from their neighbours.
template <class T, int X, int Y = 1, int Z = 1>
class BlockDiscontinuity {
  static constexpr int kThreads = X * Y * Z;

 public:
  /// In use from the call to the next barrier of the block.
  struct TempStorage {
    gridlock_detail::Slot<T> edges[kThreads];
  };

  GRIDLOCK_CUB explicit BlockDiscontinuity(TempStorage& storage)
      : storage_(storage), thread_(gridlock_detail::thread_of_block()) {}

  template <int N, class Flag, class Differs>
  GRIDLOCK_CUB void FlagHeads(Flag (&flags)[N], T (&items)[N], Differs differs) {
    storage_.edges[thread_].put(items[N - 1]);
    __syncthreads();
    flags[0] = thread_ == 0 || differs(storage_.edges[thread_ - 1].get(), items[0]);
    for (int i = 1; i < N; ++i) flags[i] = differs(items[i - 1], items[i]);
  }
  template <int N, class Flag, class Differs>
  GRIDLOCK_CUB void FlagTails(Flag (&flags)[N], T (&items)[N], Differs differs) {
    storage_.edges[thread_].put(items[0]);
    __syncthreads();
    for (int i = 0; i + 1 < N; ++i) flags[i] = differs(items[i], items[i + 1]);
    flags[N - 1] = thread_ == kThreads - 1 ||
                   differs(items[N - 1], storage_.edges[thread_ + 1].get());
  }

 private:
  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
