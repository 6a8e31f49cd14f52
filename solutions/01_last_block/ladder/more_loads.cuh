// Shared by rungs of this ladder: a thread's share of a sum, eight loads of 16 bytes at
// a time.

#pragma once

#include "wide_sum.cuh"

constexpr unsigned kLoads = 8;

// Adds up four[rank], four[rank + threads], ... below `end`.  Where a load would come
// behind the end, the last load is done again and not counted: no branch lies between
// the loads, so that all go out before the first comes back, also in the last round.
__device__ inline unsigned sumOfFours(const int4* four, size_t rank, size_t end,
                                      size_t threads) {
  unsigned sum = 0;
  for (size_t i = rank; i < end; i += kLoads * threads) {
    int4 loaded[kLoads];
#pragma unroll
    for (unsigned k = 0; k < kLoads; ++k) {
      const size_t at = i + k * threads;
      loaded[k] = __ldcs(four + (at < end ? at : end - 1));
    }
#pragma unroll
    for (unsigned k = 0; k < kLoads; ++k)
      sum += i + k * threads < end ? sumOf(loaded[k]) : 0u;
  }
  return sum;
}

// The loads of 16 bytes that lie in in[0..n).
struct Fours {
  const int4* four;
  size_t count;
  size_t head;  // Elements before the first 16-byte boundary.
};

__device__ inline Fours foursOf(const int* in, size_t n) {
  const size_t to_boundary =
      (16 - reinterpret_cast<uintptr_t>(in) % 16) % 16 / sizeof(int);
  const size_t head = min(n, to_boundary);
  return Fours{reinterpret_cast<const int4*>(in + head), (n - head) / 4, head};
}

// The share of one of `threads` threads of the few elements before and behind the fours.
__device__ inline unsigned sumOfEdges(const int* in, size_t n, Fours all, size_t rank,
                                      size_t threads) {
  unsigned sum = 0;
  for (size_t i = rank; i < all.head; i += threads) sum += unsigned(in[i]);
  for (size_t i = all.head + 4 * all.count + rank; i < n; i += threads)
    sum += unsigned(in[i]);
  return sum;
}

// Adds up the same share as wideSum().
__device__ inline unsigned sumByEight(const int* in, size_t n, size_t rank,
                                      size_t threads) {
  const Fours all = foursOf(in, n);
  return sumOfFours(all.four, rank, all.count, threads) +
         sumOfEdges(in, n, all, rank, threads);
}
