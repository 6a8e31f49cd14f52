// expect: wrong_result
// n times the number of the thread does not fit into 32 bits.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned end = n * (rank + 1) / threads;

  Affine mine = identity();
  for (unsigned i = n * rank / threads; i < end; ++i)
    mine = compose(mine, affineOf(in[i]));
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
