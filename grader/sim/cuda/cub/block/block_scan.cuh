/// \file
/// cub::BlockScan.
#pragma once

#include "../util_type.cuh"

namespace cub {

enum BlockScanAlgorithm {
  BLOCK_SCAN_RAKING,
  BLOCK_SCAN_RAKING_MEMOIZE,
  BLOCK_SCAN_WARP_SCANS,
};

/// Combines the values of all threads before a thread, with its own (inclusive) or
/// without it (exclusive).  Each algorithm is the same here.
template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1>
class BlockScan {
  static constexpr int kThreads = X * Y * Z;
  using Plus = gridlock_detail::Plus;

 public:
  /// In use from the call to the next barrier of the block.
  struct TempStorage {
    gridlock_detail::Slot<T> sums[kThreads];
    gridlock_detail::Slot<T> prefix;
  };

  GRIDLOCK_CUB explicit BlockScan(TempStorage& storage)
      : storage_(storage), thread_(gridlock_detail::thread_of_block()) {}

  GRIDLOCK_CUB void ExclusiveSum(T input, T& output) {
    ExclusiveScan(input, output, T{}, Plus{});
  }
  GRIDLOCK_CUB void ExclusiveSum(T input, T& output, T& aggregate) {
    ExclusiveScan(input, output, T{}, Plus{}, aggregate);
  }
  template <class Callback>
  GRIDLOCK_CUB void ExclusiveSum(T input, T& output, Callback& callback) {
    ExclusiveScan(input, output, Plus{}, callback);
  }
  template <int N>
  GRIDLOCK_CUB void ExclusiveSum(T (&input)[N], T (&output)[N]) {
    ExclusiveScan(input, output, T{}, Plus{});
  }
  template <int N>
  GRIDLOCK_CUB void ExclusiveSum(T (&input)[N], T (&output)[N], T& aggregate) {
    ExclusiveScan(input, output, T{}, Plus{}, aggregate);
  }
  template <int N, class Callback>
  GRIDLOCK_CUB void ExclusiveSum(T (&input)[N], T (&output)[N], Callback& callback) {
    ExclusiveScan(input, output, Plus{}, callback);
  }
  GRIDLOCK_CUB void InclusiveSum(T input, T& output) {
    InclusiveScan(input, output, Plus{});
  }
  GRIDLOCK_CUB void InclusiveSum(T input, T& output, T& aggregate) {
    InclusiveScan(input, output, Plus{}, aggregate);
  }
  template <class Callback>
  GRIDLOCK_CUB void InclusiveSum(T input, T& output, Callback& callback) {
    InclusiveScan(input, output, Plus{}, callback);
  }
  template <int N>
  GRIDLOCK_CUB void InclusiveSum(T (&input)[N], T (&output)[N]) {
    InclusiveScan(input, output, Plus{});
  }
  template <int N>
  GRIDLOCK_CUB void InclusiveSum(T (&input)[N], T (&output)[N], T& aggregate) {
    InclusiveScan(input, output, Plus{}, aggregate);
  }
  template <int N, class Callback>
  GRIDLOCK_CUB void InclusiveSum(T (&input)[N], T (&output)[N], Callback& callback) {
    InclusiveScan(input, output, Plus{}, callback);
  }

  // The value without a predecessor is undefined if there is no initial one.
  template <class Op>
  GRIDLOCK_CUB void ExclusiveScan(T input, T& output, Op op) {
    T in[1] = {input}, out[1] = {input};
    scan(in, out, op, false, nullptr, nullptr);
    output = out[0];
  }
  template <class Op>
  GRIDLOCK_CUB void ExclusiveScan(T input, T& output, Op op, T& aggregate) {
    T in[1] = {input}, out[1] = {input};
    scan(in, out, op, false, nullptr, &aggregate);
    output = out[0];
  }
  template <class Op>
  GRIDLOCK_CUB void ExclusiveScan(T input, T& output, T initial, Op op) {
    T in[1] = {input}, out[1] = {input};
    scan(in, out, op, false, &initial, nullptr);
    output = out[0];
  }
  template <class Op>
  GRIDLOCK_CUB void ExclusiveScan(T input, T& output, T initial, Op op, T& aggregate) {
    T in[1] = {input}, out[1] = {input};
    scan(in, out, op, false, &initial, &aggregate);
    output = out[0];
  }
  template <class Op, class Callback>
  GRIDLOCK_CUB void ExclusiveScan(T input, T& output, Op op, Callback& callback) {
    T in[1] = {input}, out[1] = {input};
    scan_behind(in, out, op, false, callback);
    output = out[0];
  }
  template <int N, class Op>
  GRIDLOCK_CUB void ExclusiveScan(T (&input)[N], T (&output)[N], Op op) {
    scan(input, output, op, false, nullptr, nullptr);
  }
  template <int N, class Op>
  GRIDLOCK_CUB void ExclusiveScan(T (&input)[N], T (&output)[N], T initial, Op op) {
    scan(input, output, op, false, &initial, nullptr);
  }
  template <int N, class Op>
  GRIDLOCK_CUB void ExclusiveScan(T (&input)[N], T (&output)[N], T initial, Op op,
                                  T& aggregate) {
    scan(input, output, op, false, &initial, &aggregate);
  }
  template <int N, class Op, class Callback>
  GRIDLOCK_CUB void ExclusiveScan(T (&input)[N], T (&output)[N], Op op,
                                  Callback& callback) {
    scan_behind(input, output, op, false, callback);
  }
  template <class Op>
  GRIDLOCK_CUB void InclusiveScan(T input, T& output, Op op) {
    T in[1] = {input}, out[1] = {input};
    scan(in, out, op, true, nullptr, nullptr);
    output = out[0];
  }
  template <class Op>
  GRIDLOCK_CUB void InclusiveScan(T input, T& output, Op op, T& aggregate) {
    T in[1] = {input}, out[1] = {input};
    scan(in, out, op, true, nullptr, &aggregate);
    output = out[0];
  }
  template <class Op, class Callback>
  GRIDLOCK_CUB void InclusiveScan(T input, T& output, Op op, Callback& callback) {
    T in[1] = {input}, out[1] = {input};
    scan_behind(in, out, op, true, callback);
    output = out[0];
  }
  template <int N, class Op>
  GRIDLOCK_CUB void InclusiveScan(T (&input)[N], T (&output)[N], Op op) {
    scan(input, output, op, true, nullptr, nullptr);
  }
  template <int N, class Op>
  GRIDLOCK_CUB void InclusiveScan(T (&input)[N], T (&output)[N], Op op, T& aggregate) {
    scan(input, output, op, true, nullptr, &aggregate);
  }
  template <int N, class Op, class Callback>
  GRIDLOCK_CUB void InclusiveScan(T (&input)[N], T (&output)[N], Op op,
                                  Callback& callback) {
    scan_behind(input, output, op, true, callback);
  }

 private:
  /// sums[i] becomes what the threads up to i have together.  A thread then reads the
  /// place of the thread before it, which writes there in the next call.
  template <class Op>
  GRIDLOCK_CUB void sum_up(T own, Op& op) {
    storage_.sums[thread_].put(own);
    __syncthreads();
    if (thread_ == 0) {
      T all = own;
      for (int i = 1; i < kThreads; ++i) {
        all = op(all, storage_.sums[i].get());
        storage_.sums[i].put(all);
      }
    }
    __syncthreads();
  }

  /// The items' results, behind what comes before the thread's own.
  template <int N, class Op>
  GRIDLOCK_CUB void spread(T (&input)[N], T (&output)[N], Op& op, bool inclusive,
                           bool has_before, T before) {
    if (thread_ > 0) {
      const T left = storage_.sums[thread_ - 1].get();
      before = has_before ? op(before, left) : left;
      has_before = true;
    }
    for (int i = 0; i < N; ++i) {
      const T with = has_before ? op(before, input[i]) : input[i];
      output[i] = inclusive ? with : before;
      before = with;
      has_before = true;
    }
  }

  template <int N, class Op>
  GRIDLOCK_CUB void scan(T (&input)[N], T (&output)[N], Op& op, bool inclusive,
                         const T* initial, T* aggregate) {
    sum_up(gridlock_detail::combine_items(input, op), op);
    if (aggregate) *aggregate = storage_.sums[kThreads - 1].get();
    spread(input, output, op, inclusive, initial != nullptr,
           initial ? *initial : input[0]);
  }

  /// The first warp asks the callback what comes before the block; thread 0's answer
  /// counts.
  template <int N, class Op, class Callback>
  GRIDLOCK_CUB void scan_behind(T (&input)[N], T (&output)[N], Op& op, bool inclusive,
                                Callback& callback) {
    sum_up(gridlock_detail::combine_items(input, op), op);
    if (thread_ < 32) {
      const T before = callback(storage_.sums[kThreads - 1].get());
      if (thread_ == 0) storage_.prefix.put(before);
    }
    __syncthreads();
    spread(input, output, op, inclusive, true, storage_.prefix.get());
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
