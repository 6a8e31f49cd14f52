// expect: wrong_result
// says: number the threads by blockIdx.x * blockDim.x + threadIdx.x
// unsaid: compose(f, g) is first f
// Neighbouring numbers go to threads of different blocks, so a block holds no run.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const unsigned rank = threadIdx.x * gridDim.x + blockIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  Affine mine = identity();
  for (size_t i = runBegin(n, rank, threads); i < runBegin(n, rank + 1, threads); ++i)
    mine = compose(mine, affineOf(in[i]));
  // ...
}
