// Like warp_sums, but each thread has eight loads in flight instead of four, and the
// caches keep none of them for a second use that never comes.  The last round, too, asks
// for everything at once.  Should close the gap that is left between the sum and the
// speed of the memory for large n.  Measured on an H200 it gains nothing, relative to
// the time of warp_sums: 1.004 with 2^30 elements, where both read at 99 per cent of the
// speed of reading alone, and 1.03 with 2^20.  Relative to CUB's time: 1.01 and 0.87.
// With 100,000,000 it takes 1.06 of warp_sums' time, but there the times vary by more
// than there was to win.
// overlay
// without: sumPartials
// without: sumFinal
// without: sumSinglePass

#include "more_loads.cuh"

__device__ unsigned threadShare(const int* in, size_t n, size_t rank, size_t threads) {
  return sumByEight(in, n, rank, threads);
}

#include "warp_sums.cuh"
