// A right answer to lab 01 in few lines.  The hostile files include it, so that each of
// them would pass if it got away with what it does; honest.cu includes it and passes.

#pragma once

#include "block_fold.cuh"

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    __threadfence();
    if (is_last) *counter = 0;
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    __threadfence();
    if (is_last) *counter = 0;
  }
  __syncthreads();
  return is_last;
}

__device__ unsigned shareOfSum(const int* values, int n, unsigned rank, unsigned threads) {
  unsigned sum = 0;
  for (size_t i = rank; i < size_t(n); i += threads) sum += unsigned(values[i]);
  return blockFold(sum);
}

__global__ void sumPartials(const int* in, int n, int* partial) {
  const unsigned sum =
      shareOfSum(in, n, blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x);
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
}

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const unsigned sum = shareOfSum(partial, blocks, threadIdx.x, blockDim.x);
  if (threadIdx.x == 0) *out = int(sum);
}

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned sum =
      shareOfSum(in, n, blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x);
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
  if (!lastBlock(counter)) return;
  const unsigned total = shareOfSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  if (threadIdx.x == 0) *out = int(total);
}

__device__ Affine identityIfNone(const Affine* partial, size_t begin, size_t end) {
  Affine all = identity();
  for (size_t i = begin; i < end; ++i) all = compose(all, partial[i]);
  return all;
}

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  Affine mine = identity();
  for (size_t i = n * rank / threads; i < n * (rank + 1) / threads; ++i)
    mine = compose(mine, affineOf(in[i]));
  mine = blockFold(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;
  if (!lastBlock(counter)) return;
  const size_t blocks = gridDim.x;
  const Affine all = blockFold(
      identityIfNone(partial, blocks * threadIdx.x / blockDim.x,
                     blocks * (threadIdx.x + 1) / blockDim.x));
  if (threadIdx.x == 0) *out = all;
}
