// expect: wrong_result
// Keeps the order in each block, then composes the blocks with a stride.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  const size_t end = n * (rank + 1) / threads;

  Affine mine = identity();
  for (size_t i = n * rank / threads; i < end; ++i) mine = compose(mine, affineOf(in[i]));
  mine = blockFold(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;

  if (!lastBlock(counter)) return;

  Affine all = identity();
  for (size_t i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    all = compose(all, partial[i]);
  all = blockFold(all);
  if (threadIdx.x == 0) *out = all;
}
