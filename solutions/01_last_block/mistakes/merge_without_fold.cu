// expect: wrong_result
// says: and put together what its threads have, as by blockFold()
// The threads of the last block read all slots, and thread 0 writes its own share alone.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = threadSum(in, n, rank, gridDim.x * blockDim.x);
  sum = blockFold(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
  if (!lastBlock(counter)) return;
  sum = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  if (threadIdx.x == 0) *out = sum;
}
