// Like more_loads, but no warp has its share in advance.  The warps draw tiles of 16 KB,
// one ahead, from the counter of the tickets, and go on as long as there are tiles: a
// multiprocessor that is further from the memory reads fewer of them.  Should save the
// time at the end of a large sum in which only the slow warps still read.  Measured on
// an H200 it does the opposite, relative to the time of CUB's DeviceReduce: 1.9 with
// 2^15 elements, 1.20 with 100,000,000 and 1.13 with 2^30, where a share in advance
// takes 1.01.  A draw is a round trip to one word that all warps want.
// overlay

#include "more_loads.cuh"

#include "ticket.cuh"
#include "warp_folds.cuh"

constexpr unsigned kTile = 1024;  // Loads of 16 bytes.

// Draws a tile for the whole warp.
__device__ unsigned drawTile(int* counter, unsigned mask) {
  unsigned tile = 0;
  if (threadIdx.x % 32 == 0) tile = unsigned(atomicAdd(counter, 1));
  return __shfl_sync(mask, tile, 0);
}

// This thread's sum of its loads in the tiles that its warp draws of the `fours` loads.
__device__ unsigned sumOfDrawn(const int4* four, size_t fours, int* counter) {
  const unsigned lanes = lanesOfWarp(), mask = maskOf(lanes);
  const size_t tiles = (fours + kTile - 1) / kTile;
  unsigned sum = 0;
  for (size_t tile = drawTile(counter, mask); tile < tiles;) {
    const size_t next = drawTile(counter, mask);  // On its way while this one is read.
    sum += sumOfFours(four + tile * kTile, threadIdx.x % 32,
                      min(size_t(kTile), fours - tile * kTile), lanes);
    tile = next;
  }
  return sum;
}

__global__ void sumPartials(const int* in, int n, int* partial) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const unsigned sum =
      foldByWarps(sumByEight(in, n, rank, size_t(gridDim.x) * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
}

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const unsigned sum = foldByWarps(sumByEight(partial, blocks, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(sum);
}

// For the bounds see warp_sums.cuh.
__global__ void __launch_bounds__(kThreadsMax, 1)
    sumSinglePass(const int* in, int n, int* partial, int* counter, int* out) {
  const Fours all = foursOf(in, n);
  unsigned mine = sumOfDrawn(all.four, all.count, counter);
  if (blockIdx.x == 0) mine += sumOfEdges(in, n, all, threadIdx.x, blockDim.x);
  const unsigned sum = foldByWarps(mine);

  bool is_last = false;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = int(sum);
    // Each warp has drawn once in vain, and each block draws once more.
    const size_t tiles = (all.count + kTile - 1) / kTile;
    const size_t warps = size_t(gridDim.x) * ((blockDim.x + 31) / 32);
    is_last = drawLast(counter, int(tiles + warps + gridDim.x) - 1);
  }
  if (!__syncthreads_or(is_last)) return;

  const unsigned total =
      foldByWarps(sumByEight(partial, gridDim.x, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(total);
}
