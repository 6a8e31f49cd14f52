// expect: advice missing_acquire_fence
// missing: orders accesses for its own block only; other blocks need __threadfence()
// The sender fences for the device, the receiver in another block for its own.
#include <cuda_runtime.h>

__global__ void talk(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence_block();
    *out = *data;
  }
}

int main() {
  int *memory, got = 0;
  cudaMalloc(&memory, 3 * sizeof(int));
  cudaMemset(memory, 0, 3 * sizeof(int));
  talk<<<2, 1>>>(memory, memory + 1, memory + 2);
  cudaMemcpy(&got, memory + 2, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(memory);
  return got == 42 ? 0 : 1;
}
