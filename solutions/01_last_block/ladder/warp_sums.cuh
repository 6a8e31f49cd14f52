// Shared by rungs of this ladder: sums by shuffles and one ticket, the kernels of part
// 1b.

#pragma once

#include "ticket.cuh"
#include "warp_folds.cuh"

// How a thread sums up its share: each rung defines it.
__device__ unsigned threadShare(const int* values, size_t n, size_t rank, size_t threads);

__global__ void sumPartials(const int* in, int n, int* partial) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const unsigned sum =
      foldByWarps(threadShare(in, n, rank, size_t(gridDim.x) * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
}

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const unsigned sum = foldByWarps(threadShare(partial, blocks, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(sum);
}

// The bounds allow the compiler 64 registers a thread.  By itself it takes 32, and has no
// room for eight loads under way.
__global__ void __launch_bounds__(kThreadsMax, 1)
    sumSinglePass(const int* in, int n, int* partial, int* counter, int* out) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const unsigned sum =
      foldByWarps(threadShare(in, n, rank, size_t(gridDim.x) * blockDim.x));

  bool is_last = false;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = int(sum);
    is_last = drawLast(counter, int(gridDim.x) - 1);
  }
  // Hands on what thread 0 has learned, and orders its reads of the warps' sums before
  // the writes of the next call.
  if (!__syncthreads_or(is_last)) return;

  const unsigned total =
      foldByWarps(threadShare(partial, gridDim.x, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(total);
}
