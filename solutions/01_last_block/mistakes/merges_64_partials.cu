// expect: wrong_result
// The merge stops at 64 partial sums, as many as "any grid of mine" has.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // ...
  if (!lastBlock(counter)) return;
  const unsigned share = threadSum(partial, min(gridDim.x, 64u), threadIdx.x, blockDim.x);
  const unsigned total = blockFold(share);
  if (threadIdx.x == 0) *out = int(total);
}
