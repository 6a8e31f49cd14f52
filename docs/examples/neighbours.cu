// expect: data_race
// Each lane of a warp reads what its neighbour wrote, at once.
#include <cstdio>

// [kernel]
__global__ void pass(int* result) {
  __shared__ int word[32];
  word[threadIdx.x] = threadIdx.x;
  const int neighbour = (threadIdx.x + 1) % 32;
  result[threadIdx.x] = word[neighbour];
}
// [kernel]

int main() {
  int* result;
  int host[32];
  cudaMalloc(&result, sizeof host);
  pass<<<1, 32>>>(result);
  cudaMemcpy(host, result, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(result);
  for (int lane = 0; lane < 32; ++lane)
    if (host[lane] != (lane + 1) % 32) return 1;
  std::puts("right");
}
