// expect: wrong_result
// says: must call the guard, and none may leave before
// One thread writes the result of no elements, and leaves before the guard.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  if (n == 0 && rank == 0) {
    *out = identity();
    return;
  }
  const size_t end = runBegin(n, rank + 1, threads);
  // ...
}
