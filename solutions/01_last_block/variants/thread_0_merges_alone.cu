// Thread 0 of the last block merges alone, from left to right; the other threads return.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // ...
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);

  if (!lastBlock(counter) || threadIdx.x != 0) return;

  unsigned total = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) total += unsigned(partial[block]);
  *out = int(total);
}

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;

  if (!lastBlock(counter) || threadIdx.x != 0) return;

  Affine all = identity();
  for (unsigned block = 0; block < gridDim.x; ++block) all = compose(all, partial[block]);
  *out = all;
}
