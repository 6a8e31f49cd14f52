// expect: wrong_result
// says: compose(f, g) is first f
// compose(f, g) is "first f, then g"; here each new element goes first.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  Affine mine = identity();
  for (size_t i = runBegin(n, rank, threads); i < end; ++i)
    mine = compose(affineOf(in[i]), mine);
  mine = blockFold(mine);
  // ...
}
