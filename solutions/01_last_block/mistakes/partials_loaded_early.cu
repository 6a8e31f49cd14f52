// expect: data_race
// Loads a partial sum before the guard, when the slot may not be written yet.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // ...
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);

  unsigned share = threadIdx.x < gridDim.x ? unsigned(partial[threadIdx.x]) : 0;
  if (!lastBlock(counter)) return;

  for (unsigned i = threadIdx.x + blockDim.x; i < gridDim.x; i += blockDim.x)
    share += unsigned(partial[i]);
  const unsigned total = blockFold(share);
  if (threadIdx.x == 0) *out = int(total);
}
