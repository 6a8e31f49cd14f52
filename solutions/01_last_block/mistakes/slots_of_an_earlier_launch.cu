// expect: wrong_result
// Keeps the highest slot ever written on the device: after a larger grid, a smaller one
// adds what the larger one left in `partial`.
// overlay

// How many slots of `partial` are written.
__device__ unsigned slots_written;

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = int(sum);
    atomicMax(&slots_written, blockIdx.x + 1);
  }
  if (!lastBlock(counter)) return;
  const unsigned share = threadSum(partial, slots_written, threadIdx.x, blockDim.x);
  const unsigned total = blockFold(share);
  if (threadIdx.x == 0) *out = int(total);
}
