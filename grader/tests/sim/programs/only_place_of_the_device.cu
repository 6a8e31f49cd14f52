// expect: deadlock
// Block 0 waits for block 1, and its shared memory leaves no place for another block.
// command: --sms 1
// missing: 1 of 2 blocks cannot start: a waiting block occupies the only place of the device
#include <cuda_runtime.h>

constexpr int kSharedBytes = 200 << 10;  // More than half of a multiprocessor's.

__global__ void waitForTheOther(int* arrived) {
  extern __shared__ int unused[];
  atomicAdd(arrived, 1);
  while (atomicAdd(arrived, 0) != int(gridDim.x)) {
  }
}

int main() {
  int* arrived;
  cudaMalloc(&arrived, sizeof *arrived);
  cudaMemset(arrived, 0, sizeof *arrived);
  cudaFuncSetAttribute(waitForTheOther, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       kSharedBytes);
  waitForTheOther<<<2, 1, kSharedBytes>>>(arrived);
  return cudaDeviceSynchronize() != cudaSuccess;
}
