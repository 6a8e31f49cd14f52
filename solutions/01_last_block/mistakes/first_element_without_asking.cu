// expect: wrong_result
// Starts from the first element of the share, and a share may have none.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  const size_t end = n * (rank + 1) / threads;

  const size_t begin = n * rank / threads;
  Affine mine = affineOf(in[begin]);
  for (size_t i = begin + 1; i < end; ++i) mine = compose(mine, affineOf(in[i]));
  mine = blockFold(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;

  if (!lastBlock(counter)) return;

  const size_t blocks = gridDim.x;
  const size_t blocks_end = blocks * (threadIdx.x + 1) / blockDim.x;

  Affine all = identity();
  for (size_t i = blocks * threadIdx.x / blockDim.x; i < blocks_end; ++i)
    all = compose(all, partial[i]);
  all = blockFold(all);
  if (threadIdx.x == 0) *out = all;
}
