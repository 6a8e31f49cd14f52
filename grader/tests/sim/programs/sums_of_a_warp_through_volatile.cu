// expect: advice output_differs
// missing: Two schedules part at the volatile read in line 13
// Lanes hand on their sums through volatile memory, with no __syncwarp(): each read finds
// what happens to be there.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void sum(const int* in, int* out) {
  __shared__ volatile int part[8];
  const int lane = threadIdx.x;
  part[lane] = in[lane];
  for (int reach = 4; reach > 0; reach /= 2)
    if (lane < reach) part[lane] += part[lane + reach];
  if (lane == 0) *out = part[0];
}

int main() {
  int ones[8], result = 0, *in, *out;
  for (int& one : ones) one = 1;
  cudaMalloc(&in, sizeof ones);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, ones, sizeof ones, cudaMemcpyHostToDevice);
  sum<<<1, 8>>>(in, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
