// expect: data_race
// no cure: every block writes the result, not only the last one
// The result is written after the branch, so that every block writes what it has.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // ...
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);

  unsigned total = sum;
  if (lastBlock(counter))
    total = blockFold(threadSum(partial, gridDim.x, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(total);
}
