// expect: wrong_result
// One warp merges, one partial sum per lane, but a grid may have more than 32 blocks.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // ...
  if (!lastBlock(counter)) return;

  unsigned share = 0;
  for (unsigned i = threadIdx.x; i < min(gridDim.x, 32u); i += blockDim.x)
    share += unsigned(partial[i]);
  const unsigned total = blockFold(share);
  if (threadIdx.x == 0) *out = int(total);
}
