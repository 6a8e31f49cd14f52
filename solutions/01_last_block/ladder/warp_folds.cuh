// Shared by rungs of this ladder: how a block folds its threads' values by shuffles,
// with one barrier where blockFold() has ten.

#pragma once

#include "block_fold.cuh"

// How many threads the calling thread's warp has: 32, or perhaps fewer if it is the
// block's last warp.
__device__ inline unsigned lanesOfWarp() {
  return min(32u, blockDim.x - threadIdx.x / 32 * 32);
}

__device__ inline unsigned maskOf(unsigned lanes) {
  return lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
}

__device__ inline unsigned shiftDown(unsigned mask, unsigned value, unsigned span) {
  return __shfl_down_sync(mask, value, span);
}
__device__ inline Affine shiftDown(unsigned mask, Affine value, unsigned span) {
  return Affine{__shfl_down_sync(mask, value.a, span),
                __shfl_down_sync(mask, value.b, span)};
}

// The fold of the lanes' values, in the order of lanes; lane 0 gets it.
template <class Value>
__device__ Value warpFold(Value mine) {
  const unsigned lane = threadIdx.x % 32, lanes = lanesOfWarp();
  // Before each round, `mine` is the fold of lanes lane .. lane + span - 1 that exist.
  for (unsigned span = 1; span < lanes; span *= 2) {
    const Value other = shiftDown(maskOf(lanes), mine, span);
    if (lane + span < lanes) mine = combine(mine, other);
  }
  return mine;
}

// The fold of the threads' values, in the order of threadIdx.x; thread 0 gets it.  A
// block may call this again after a barrier.
template <class Value>
__device__ Value foldByWarps(Value mine) {
  __shared__ Value of_warp[kThreadsMax / 32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  mine = warpFold(mine);
  if (lane == 0) of_warp[warp] = mine;
  __syncthreads();  // Orders the writes of all warps before thread 0's reads.
  if (threadIdx.x == 0)
    for (unsigned i = 1; 32 * i < blockDim.x; ++i) mine = combine(mine, of_warp[i]);
  return mine;
}
