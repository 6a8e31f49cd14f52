// What the rungs of this ladder share: the sums of part 1b, as in the reference.

#pragma once

#include "guard.cuh"

__global__ void sumPartials(const int* in, int n, int* partial) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
}

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const unsigned sum = blockFold(threadSum(partial, blocks, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(sum);
}

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);

  if (!lastBlock(counter)) return;

  const unsigned share = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  const unsigned total = blockFold(share);
  if (threadIdx.x == 0) *out = int(total);
}
