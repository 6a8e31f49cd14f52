// expect: advice missing_relay_fence
// Groups of 16 blocks draw tickets of their own, and the last of a group draws one for it,
// with no fence in between: it hands on what it has only heard of.  Up to 16 blocks are one
// group, and the fence behind the last ticket covers that.

#include "block_fold.cuh"

// The words in which groups of 16 blocks count, a set for each counter.
__device__ int group_tickets[64 * 4096];
__device__ unsigned long long owner[64];

// The set that belongs to this counter: its own, or the first that is nobody's.
__device__ unsigned setOf(int* counter) {
  const auto address = reinterpret_cast<unsigned long long>(counter);
  unsigned set = unsigned(address / sizeof(int)) % 64;
  for (;; set = (set + 1) % 64) {
    const unsigned long long was = atomicCAS(&owner[set], 0ull, address);
    if (was == 0 || was == address) return set;
  }
}

// Whether the calling thread's block is the last of all: the last of a group counts for
// the whole group.
__device__ int lastOfAll(int* counter) {
  const unsigned group = blockIdx.x / 16, groups = (gridDim.x + 15) / 16;
  const int size = int(min(16u, gridDim.x - 16 * group));
  int* tickets = group_tickets + setOf(counter) * 4096 + group % 4096;
  __threadfence();
  if (atomicAdd(tickets, 1) != size - 1) return 0;
  *tickets = 0;
  if (atomicAdd(counter, 1) != int(groups) - 1) return 0;
  __threadfence();
  *counter = 0;
  return 1;
}

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) is_last = lastOfAll(counter);
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  __syncthreads();
  if (threadIdx.x == 0) is_last = lastOfAll(counter);
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

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  const size_t end = n * (rank + 1) / threads;
  Affine mine = identity();
  for (size_t i = n * rank / threads; i < end; ++i) mine = compose(mine, affineOf(in[i]));
  mine = blockFold(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;
  if (!lastBlock(counter)) return;
  const size_t blocks = gridDim.x;
  const size_t blocks_end = blocks * (threadIdx.x + 1) / blockDim.x;
  Affine all = identity();
  for (size_t i = blocks * threadIdx.x / blockDim.x; i < blocks_end; ++i)
    all = compose(all, partial[i]);
  all = blockFold(all);
  if (threadIdx.x == 0) *out = all;
}
