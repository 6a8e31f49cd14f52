// expect: deadlock
// The sum has no guard: the block with the highest index waits until all have counted.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = int(sum);
    __threadfence();
    atomicAdd(counter, 1);
  }
  if (blockIdx.x != gridDim.x - 1) return;

  if (threadIdx.x == 0) {
    while (atomicAdd(counter, 0) != int(gridDim.x)) {
    }
    __threadfence();
    *counter = 0;
  }
  __syncthreads();

  const unsigned share = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  const unsigned total = blockFold(share);
  if (threadIdx.x == 0) *out = int(total);
}
