// expect: wrong_result
// In one kernel, thread 0 adds up the whole share of its block, and the others watch.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  if (threadIdx.x == 0) partial[blockIdx.x] = threadSum(in, n, blockIdx.x, gridDim.x);

  if (!lastBlock(counter)) return;
  // ...
}
