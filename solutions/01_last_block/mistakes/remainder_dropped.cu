// expect: wrong_result
// says: was left out
// says: from runBegin(n, rank, threads)
// Every block takes n / gridDim.x elements, and no block takes the remainder.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t per_block = n / gridDim.x;
  const size_t first = blockIdx.x * per_block + per_block * threadIdx.x / blockDim.x;
  const size_t end = blockIdx.x * per_block + per_block * (threadIdx.x + 1) / blockDim.x;

  Affine mine = identity();
  for (size_t i = first; i < end; ++i) mine = compose(mine, affineOf(in[i]));
  mine = blockFold(mine);
  // ...
}
