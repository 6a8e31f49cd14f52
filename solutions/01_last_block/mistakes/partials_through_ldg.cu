// expect: data_race
// Reads the partials through the read-only cache, which does not see this kernel's
// writes.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // ...
  if (!lastBlock(counter)) return;

  unsigned share = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    share += unsigned(__ldg(&partial[i]));
  const unsigned total = blockFold(share);
  if (threadIdx.x == 0) *out = int(total);
}
