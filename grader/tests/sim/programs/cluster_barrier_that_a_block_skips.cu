// expect: deadlock
// A block waits for the other one's flag, and that one for it at the cluster's barrier.
#include <cooperative_groups.h>

__global__ void __cluster_dims__(2, 1, 1) wait(volatile int* flag) {
  if (blockIdx.x == 0) {
    while (*flag == 0) {
    }
  }
  cooperative_groups::this_cluster().sync();
  if (blockIdx.x == 1) *flag = 1;
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<2, 1>>>(flag);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
