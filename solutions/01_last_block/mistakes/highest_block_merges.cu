// expect: data_race, wrong_result
// no cure: the block is chosen by its index, and no guard is called
// says: that draws the last ticket
// says: that merges must be the one for which the guard is true
// The block with the highest index merges, without a guard.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
  if (blockIdx.x != gridDim.x - 1) return;
  __syncthreads();

  const unsigned share = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  // ...
}
