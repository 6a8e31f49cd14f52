// expect: wrong_result
// says: in the order 1, 0
// says: compose(f, g) is first f
// says: read partial
// unsaid: runBegin() cuts it
// The last block composes each partial result before those that it has.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  const size_t blocks_end = runBegin(gridDim.x, threadIdx.x + 1, blockDim.x);
  Affine all = identity();
  for (size_t i = runBegin(gridDim.x, threadIdx.x, blockDim.x); i < blocks_end; ++i)
    all = compose(partial[i], all);
  all = blockFold(all);
  if (threadIdx.x == 0) *out = all;
}
