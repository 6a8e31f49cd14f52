// expect: passed
// Pairs and fours of floats, added to at once: each of their floats is its own atomic.
#include <cuda_runtime.h>

__global__ void sum(float2* pair, float4* four, float2* of_block) {
  __shared__ float2 mine;
  if (threadIdx.x == 0) mine = make_float2(0, 0);
  __syncthreads();
  atomicAdd(pair, make_float2(1, 2));
  atomicAdd_system(four, make_float4(1, 2, 3, 4));
  const float2 old = atomicAdd_block(&mine, make_float2(0.5f, 1));
  if (old.x < 0 || old.y > 4) atomicAdd(pair, make_float2(100, 100));
  __syncthreads();
  if (threadIdx.x == 0) of_block[blockIdx.x] = mine;
}

int main() {
  float4* four;
  float2 *pairs, got[3];
  cudaMalloc(&four, sizeof(float4));
  cudaMalloc(&pairs, sizeof got);
  cudaMemset(four, 0, sizeof(float4));
  cudaMemset(pairs, 0, sizeof got);
  sum<<<2, 4>>>(pairs, four, pairs + 1);
  float4 sums;
  cudaMemcpy(&sums, four, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(got, pairs, sizeof got, cudaMemcpyDeviceToHost);
  if (sums.x != 8 || sums.y != 16 || sums.z != 24 || sums.w != 32) return 1;
  if (got[0].x != 8 || got[0].y != 16) return 2;
  return got[1].x == 2 && got[2].y == 4 ? 0 : 3;
}
