// expect: wrong_result
// The final kernel takes gridDim.x for the number of partials, but its own grid is one
// block.
// overlay

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const unsigned sum = blockFold(threadSum(partial, gridDim.x, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(sum);
}
