// The block composes its run of elements in tiles of blockDim.x, so that neighbouring
// threads read neighbouring elements.  Every tile is folded in the order of its threads.

#include "block_fold.cuh"

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) {
      __threadfence();
      *counter = 0;
    }
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) {
      __threadfence();
      *counter = 0;
    }
  }
  __syncthreads();
  return is_last;
}

__device__ unsigned threadSum(const int* values, int n, unsigned rank, unsigned threads) {
  unsigned sum = 0;
  for (size_t i = rank; i < size_t(n); i += threads) sum += unsigned(values[i]);
  return sum;
}

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

// The composition of value(first), ..., value(end - 1), in this order, in all threads.
template <class Value>
__device__ Affine composeTiles(size_t first, size_t end, Value value) {
  Affine all = identity();
  for (size_t tile = first; tile < end; tile += blockDim.x) {
    const size_t i = tile + threadIdx.x;
    all = compose(all, blockFold(i < end ? value(i) : identity()));
  }
  return all;
}

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t first = size_t(n) * blockIdx.x / gridDim.x;
  const size_t end = size_t(n) * (blockIdx.x + 1) / gridDim.x;
  const Affine mine = composeTiles(first, end, [=](size_t i) { return affineOf(in[i]); });
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;

  if (!lastBlock(counter)) return;

  const Affine all = composeTiles(0, gridDim.x, [=](size_t i) { return partial[i]; });
  if (threadIdx.x == 0) *out = all;
}
