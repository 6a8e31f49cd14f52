// expect: data_race
// says: between line 9 and line 11
// says: must pass one after the branch in line 9
// Thread 0 sets the block's sum to 0 while other threads may add to it already.
// overlay

__global__ void sumPartials(const int* in, int n, int* partial) {
  __shared__ unsigned block_sum;
  if (threadIdx.x == 0) block_sum = 0;
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&block_sum, threadSum(in, n, rank, gridDim.x * blockDim.x));
  __syncthreads();
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}
