// expect: wrong_result, data_race
// says: it must come last
// unsaid: Neither waits for the other
// The block calls the guard first, and stores its partial sum afterwards.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  const bool last = lastBlock(counter);
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
  if (last) {
    const unsigned share = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
    const unsigned all = blockFold(share);
    if (threadIdx.x == 0) *out = int(all);
  }
}
