// expect: wrong_result, bad_access
// says: of in[0], though n is 0
// unsaid: the sum was added
// The share includes the element at which the next one begins.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  const size_t end = runBegin(n, rank + 1, threads);
  Affine mine = identity();
  for (size_t i = runBegin(n, rank, threads); i <= end; ++i)
    mine = compose(mine, affineOf(in[i]));
  // ...
}
