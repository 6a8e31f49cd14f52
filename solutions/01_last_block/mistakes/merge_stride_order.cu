// expect: wrong_result
// Keeps the order in each block, then composes the blocks with a stride.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  if (!lastBlock(counter)) return;

  Affine all = identity();
  for (size_t i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    all = compose(all, partial[i]);
  // ...
}
