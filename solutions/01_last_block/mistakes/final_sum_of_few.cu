// expect: wrong_result
// Takes up to 2048 partial sums a thread.
// overlay

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const unsigned sum = blockFold(
      threadSum(partial, min(blocks, int(2048 * blockDim.x)), threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(sum);
}
