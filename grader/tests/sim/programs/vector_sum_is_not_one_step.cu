// expect: wrong_result
// told: line 9  atomicAdd pair[1], 5 -> 6
// A count and a sum in one pair, which one addition changes: but not in one step.  Who
// counts last may read the sum before another block has added to it.
#include <cuda_runtime.h>

__global__ void add(float2* count_and_sum, float* total) {
  const float mine = blockIdx.x + 1;
  const float2 old = atomicAdd(count_and_sum, make_float2(1, mine));
  if (old.x == gridDim.x - 1) *total = old.y + mine;
}

int main() {
  float2* pair;
  float *total, result = 0;
  cudaMalloc(&pair, sizeof *pair);
  cudaMalloc(&total, sizeof *total);
  cudaMemset(pair, 0, sizeof *pair);
  cudaMemset(total, 0, sizeof *total);
  add<<<3, 1>>>(pair, total);
  cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
  return result == 6 ? 0 : 1;
}
