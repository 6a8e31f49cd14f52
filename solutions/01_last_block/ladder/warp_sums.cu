// Wide loads, and less work after them: a warp adds up by shuffles, the block has one
// barrier where blockFold() has ten, and only thread 0 releases and acquires, when it
// draws its ticket.  Should save time for small n, where most of the time passes
// between the last element and the sum.  Measured on an H200, relative to the time of
// CUB's DeviceReduce: 0.64 with 2^15 elements, 0.84 with 2^20, 1.00 with 100,000,000
// and with 2^30.  With 1024, which CUB sums in one block, it is 1.28.
// overlay
// without: sumPartials
// without: sumFinal
// without: sumSinglePass

#include "wide_sum.cuh"

__device__ unsigned threadShare(const int* in, size_t n, size_t rank, size_t threads) {
  return wideSum(in, n, rank, threads);
}

#include "warp_sums.cuh"
