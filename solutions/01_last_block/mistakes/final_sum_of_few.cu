// expect: wrong_result
// Adds at most 2048 partial sums per thread.
// overlay

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const unsigned sum = blockFold(
      threadSum(partial, min(blocks, int(2048 * blockDim.x)), threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(sum);
}
