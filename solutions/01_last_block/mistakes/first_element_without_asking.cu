// expect: wrong_result
// Starts from the first element of the share, but a share may have none.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  const size_t end = runBegin(n, rank + 1, threads);

  const size_t begin = runBegin(n, rank, threads);
  Affine mine = affineOf(in[begin]);
  for (size_t i = begin + 1; i < end; ++i) mine = compose(mine, affineOf(in[i]));
  mine = blockFold(mine);
  // ...
}
