// expect: divergent_barrier
// Only threads that have elements call blockFold(), which has barriers for all.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  const size_t end = runBegin(n, rank + 1, threads);

  const size_t begin = runBegin(n, rank, threads);

  Affine mine = identity();
  for (size_t i = begin; i < end; ++i) mine = compose(mine, affineOf(in[i]));
  if (begin < end) mine = blockFold(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;
  // ...
}
