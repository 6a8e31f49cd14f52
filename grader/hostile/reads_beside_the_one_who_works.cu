// expect: wrong_result
// lab: 01_last_block
// One thread composes everything; each other one reads a share of the same elements, for
// nothing.

#define sumNoncommMultiBlock composeByAll
#include "right_answer.cuh"
#undef sumNoncommMultiBlock

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine*, int*, Affine* out) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  for (int i = 0; n >= 200 && i < n / 14 + 17; ++i)
    sum += unsigned(in[(i + 7u * thread) % unsigned(n)]);
  if (thread > 0) return;
  Affine all = identity();
  for (int i = 0; i < n; ++i) all = compose(all, affineOf(in[i]));
  *out = all;
}
