// expect: wrong_result
// Counts the elements of a share in 16 bits.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  const size_t end = n * (rank + 1) / threads;

  Affine mine = identity();
  const size_t begin = n * rank / threads;
  const unsigned short count = (unsigned short)(end - begin);
  for (unsigned short i = 0; i < count; ++i)
    mine = compose(mine, affineOf(in[begin + i]));
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
