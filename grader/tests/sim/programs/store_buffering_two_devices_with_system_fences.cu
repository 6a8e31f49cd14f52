// expect: passed
// Each device writes its word and reads the other's: fences of system scope order them.
#include <cuda_runtime.h>

__global__ void cross(volatile int* mine, volatile int* other, int* seen) {
  *mine = 1;
  __threadfence_system();
  *seen = *other;
}

int main() {
  int *words, *seen;
  cudaMallocHost(&words, 2 * sizeof(int));
  cudaMallocHost(&seen, 2 * sizeof(int));
  words[0] = words[1] = 0;
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cross<<<1, 1>>>(words + device, words + 1 - device, seen + device);
  }
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaDeviceSynchronize();
  }
  return seen[0] == 0 && seen[1] == 0 ? 1 : 0;
}
