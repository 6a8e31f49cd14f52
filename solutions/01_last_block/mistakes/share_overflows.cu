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
  // ...
}
