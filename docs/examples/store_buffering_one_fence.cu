// expect: stale_value
// The same with a fence in block 0 alone: both may read 0.
#include <cstdio>

__device__ volatile int x, y;

// [kernel]
__global__ void look(int* saw) {
  if (blockIdx.x == 0) {
    x = 1;
    __threadfence();
    saw[0] = y;
  } else {
    y = 1;
    saw[1] = x;
  }
}
// [kernel]

int main() {
  int* saw;
  int host[2] = {};
  cudaMalloc(&saw, sizeof host);
  look<<<2, 1>>>(saw);
  cudaMemcpy(host, saw, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(saw);
  std::printf("%d %d\n", host[0], host[1]);
  return host[0] == 0 && host[1] == 0;
}
