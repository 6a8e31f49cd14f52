// expect: wrong_result
// says: twice: if each block is to do that once
// Asks the guard once for thread 0 and once for the others, with the same counter.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // ...
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);

  const bool last = lastBlock(counter);
  if (!last && !lastBlock(counter)) return;

  const unsigned share = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  // ...
}
