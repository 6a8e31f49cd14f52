// expect: wrong_result
// says: as runBegin() cuts it
// Composes with a grid-stride loop: each element once, but out of order.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;

  Affine mine = identity();
  for (size_t i = rank; i < size_t(n); i += threads)
    mine = compose(mine, affineOf(in[i]));
  mine = blockFold(mine);
  // ...
}
