/// \file
/// cub::BlockHistogram.
#pragma once

#include "../gridlock_collective.cuh"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

/// Counts how often each of the numbers below kBins is among a block's items.  The counts
/// are complete behind the next barrier of the block.
template <class T, int X, int N, int kBins,
          BlockHistogramAlgorithm kAlgorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1>
class BlockHistogram {
  static constexpr int kThreads = X * Y * Z;
  static constexpr bool kAtomic = kAlgorithm == BLOCK_HISTO_ATOMIC;
  struct Items {
    gridlock_detail::Slot<T> items[kThreads * N];
  };

 public:
  /// In use from the call to the next barrier of the block, unless the counts are atomic.
  using TempStorage = std::conditional_t<kAtomic, NullType, Items>;

  GRIDLOCK_CUB explicit BlockHistogram(TempStorage& storage)
      : storage_(storage), thread_(gridlock_detail::thread_of_block()) {}

  /// Sets all counts to 0.
  template <class Counter>
  GRIDLOCK_CUB void InitHistogram(Counter* histogram) {
    for (int bin = thread_; bin < kBins; bin += kThreads) histogram[bin] = 0;
  }
  template <class Counter>
  GRIDLOCK_CUB void Histogram(T (&items)[N], Counter* histogram) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }
  /// Adds to the counts that there are.
  template <class Counter>
  GRIDLOCK_CUB void Composite(T (&items)[N], Counter* histogram) {
    if constexpr (kAtomic) {
      for (int i = 0; i < N; ++i) atomicAdd(histogram + items[i], Counter(1));
    } else {
      for (int i = 0; i < N; ++i) storage_.items[thread_ * N + i].put(items[i]);
      __syncthreads();
      count_own_bins(histogram);
    }
  }

 private:
  /// A thread counts for each kThreads-th bin.
  template <class Counter>
  GRIDLOCK_CUB void count_own_bins(Counter* histogram) {
    int counts[(kBins + kThreads - 1) / kThreads] = {};
    for (int i = 0; i < kThreads * N; ++i) {
      const int bin = static_cast<int>(storage_.items[i].get());
      if (bin % kThreads == thread_) ++counts[bin / kThreads];
    }
    for (int bin = thread_; bin < kBins; bin += kThreads)
      histogram[bin] = static_cast<Counter>(histogram[bin] + counts[bin / kThreads]);
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
