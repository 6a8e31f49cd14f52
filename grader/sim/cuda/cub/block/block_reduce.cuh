/// \file
/// cub::BlockReduce.
#pragma once

#include "../util_type.cuh"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS,
};

/// Combines a value of each thread; thread 0 gets the result.  Each algorithm is the same
/// here.
template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1,
          int Z = 1>
class BlockReduce {
  static constexpr int kThreads = X * Y * Z;

 public:
  /// In use from the call to the next barrier of the block.
  struct TempStorage {
    gridlock_detail::Slot<T> partials[kThreads];
  };

  GRIDLOCK_CUB explicit BlockReduce(TempStorage& storage) : storage_(storage) {}

  template <class Op>
  GRIDLOCK_CUB T Reduce(T input, Op op, int valid = kThreads) {
    const int thread = gridlock_detail::thread_of_block();
    storage_.partials[thread].put(input);
    __syncthreads();
    if (thread == 0)
      for (int i = 1; i < valid; ++i) input = op(input, storage_.partials[i].get());
    return input;
  }
  template <int N, class Op>
  GRIDLOCK_CUB T Reduce(T (&inputs)[N], Op op) {
    return Reduce(gridlock_detail::combine_items(inputs, op), op);
  }
  GRIDLOCK_CUB T Sum(T input, int valid = kThreads) {
    return Reduce(input, gridlock_detail::Plus{}, valid);
  }
  template <int N>
  GRIDLOCK_CUB T Sum(T (&inputs)[N]) {
    return Reduce(inputs, gridlock_detail::Plus{});
  }

 private:
  TempStorage& storage_;
};

}  // namespace cub
