// expect: wrong_result
// Threads with no partial sum to read leave before the barriers of blockFold().
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // ...
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);

  if (!lastBlock(counter) || threadIdx.x >= gridDim.x) return;

  const unsigned share = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  // ...
}
