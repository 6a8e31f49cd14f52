// The block adds its sum with an atomic on one word of shared memory.
// overlay

// The sum of the block's values, in all threads.
__device__ unsigned atomicSum(unsigned mine) {
  __shared__ unsigned sum;
  __syncthreads();  // Orders the reads of an earlier call before this write.
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();  // Orders the 0 before what is added.
  atomicAdd(&sum, mine);
  __syncthreads();  // Orders all additions before the reads.
  return sum;
}

__global__ void sumPartials(const int* in, int n, int* partial) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = atomicSum(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
}

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const unsigned sum = atomicSum(threadSum(partial, blocks, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(sum);
}

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = atomicSum(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);

  if (!lastBlock(counter)) return;

  const unsigned share = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  const unsigned total = atomicSum(share);
  if (threadIdx.x == 0) *out = int(total);
}
