// expect: wrong_result
// Starts from the map that sends everything to 0 instead of the identity.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  const size_t end = runBegin(n, rank + 1, threads);

  Affine mine = {};
  for (size_t i = runBegin(n, rank, threads); i < end; ++i)
    mine = compose(mine, affineOf(in[i]));
  // ...
}
