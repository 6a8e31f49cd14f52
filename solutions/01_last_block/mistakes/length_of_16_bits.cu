// expect: wrong_result
// Counts the elements of a share in 16 bits.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  Affine mine = identity();
  const size_t begin = runBegin(n, rank, threads);
  const unsigned short count = (unsigned short)(end - begin);
  for (unsigned short i = 0; i < count; ++i)
    mine = compose(mine, affineOf(in[begin + i]));
  mine = blockFold(mine);
  // ...
}
