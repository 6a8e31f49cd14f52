// expect: wrong_result
// Thread 0 of block 0 composes everything, from left to right.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  Affine all = identity();
  for (int i = 0; i < n; ++i) all = compose(all, affineOf(in[i]));
  *out = all;
}
