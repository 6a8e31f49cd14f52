// Thread 0 of the last block merges alone, from left to right; the others are done.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);

  if (!lastBlock(counter) || threadIdx.x != 0) return;

  unsigned total = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) total += unsigned(partial[block]);
  *out = int(total);
}

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  const size_t end = n * (rank + 1) / threads;

  Affine mine = identity();
  for (size_t i = n * rank / threads; i < end; ++i) mine = compose(mine, affineOf(in[i]));
  mine = blockFold(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;

  if (!lastBlock(counter) || threadIdx.x != 0) return;

  Affine all = identity();
  for (unsigned block = 0; block < gridDim.x; ++block) all = compose(all, partial[block]);
  *out = all;
}
