// expect: passed
// Sequentially consistent stores and loads, the default of cuda::atomic, need no fence.
#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> word[2];

__global__ void cross(int* seen) {
  word[blockIdx.x] = 1;
  seen[blockIdx.x] = word[1 - blockIdx.x];
}

int main() {
  int *seen, result[2];
  cudaMalloc(&seen, sizeof result);
  cross<<<2, 1>>>(seen);
  cudaMemcpy(result, seen, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 0 && result[1] == 0 ? 1 : 0;
}
