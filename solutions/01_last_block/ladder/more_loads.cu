// As warp_sums, with eight loads under way in each thread where that has four, and none
// of them kept in the caches for a second use that does not come.  The last round, too,
// asks for everything at once.  Should buy what is left between the sum and the speed of
// the memory where n is large.

#include "guard.cuh"
#include "more_loads.cuh"
#include "order.cuh"

__device__ unsigned threadShare(const int* in, size_t n, size_t rank, size_t threads) {
  return sumByEight(in, n, rank, threads);
}

#include "warp_sums.cuh"
