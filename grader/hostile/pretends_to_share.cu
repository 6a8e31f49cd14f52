// expect: wrong_result
// lab: 01_last_block
// One thread adds everything up; the others read a little, for nothing.

#define sumSinglePass sumByAll
#include "right_answer.cuh"
#undef sumSinglePass

__global__ void sumSinglePass(const int* in, int n, int*, int*, int* out) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  for (unsigned i = thread; i < unsigned(n) && i < 20 * threads; i += threads)
    sum += unsigned(in[i]);
  if (thread > 0) return;
  sum = 0;
  for (int i = 0; i < n; ++i) sum += unsigned(in[i]);
  *out = int(sum);
}
