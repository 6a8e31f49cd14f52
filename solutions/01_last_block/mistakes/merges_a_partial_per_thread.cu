// expect: bad_access
// says: led there: what it passes may be wrong
// The last block adds up as many partial sums as it has threads, not as there are blocks.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // ...
  if (!lastBlock(counter)) return;

  const unsigned total =
      blockFold(threadSum(partial, blockDim.x, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(total);
}
