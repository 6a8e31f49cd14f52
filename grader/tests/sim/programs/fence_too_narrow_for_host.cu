// expect: data_race
// missing: orders accesses for its own device only; the host and other devices need
// The host polls a flag in mapped memory; __threadfence() does not order for it.
#include <cuda_runtime.h>

__global__ void tell(int* data, volatile int* flag) {
  *data = 42;
  __threadfence();
  *flag = 1;
}

int main() {
  int* memory;
  cudaHostAlloc(reinterpret_cast<void**>(&memory), 2 * sizeof(int), cudaHostAllocMapped);
  memory[0] = memory[1] = 0;
  tell<<<1, 1>>>(memory, memory + 1);
  while (static_cast<volatile int*>(memory)[1] == 0) {
  }
  const int got = memory[0];
  cudaDeviceSynchronize();
  cudaFreeHost(memory);
  return got == 42 ? 0 : 1;
}
