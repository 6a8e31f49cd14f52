// As warp_sums, with eight loads under way in each thread where that has four, and none
// of them kept in the caches for a second use that does not come.  The last round, too,
// asks for everything at once.  Should buy what is left between the sum and the speed of
// the memory where n is large.  Measured on an H200 it buys nothing, as parts of the time
// of warp_sums: 1.004 with 2^30 elements, where both read at 99 per cent of the speed of
// reading alone, and 1.03 with 2^20.  Of CUB's time these are 1.01 and 0.87.  With
// 100,000,000 it takes 1.06 of warp_sums' time, but there the times scatter by more than
// there was to win.
// overlay
// without: sumPartials
// without: sumFinal
// without: sumSinglePass

#include "more_loads.cuh"

__device__ unsigned threadShare(const int* in, size_t n, size_t rank, size_t threads) {
  return sumByEight(in, n, rank, threads);
}

#include "warp_sums.cuh"
