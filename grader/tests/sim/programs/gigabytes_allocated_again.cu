// expect: passed
// schedules: 3
// Ninety gibibytes, of which the device never holds more than one: freed memory takes
// none, whatever was filled or written there, and what is allocated next is not touched
// by it.
#include <cuda_runtime.h>
__global__ void set(int* p, size_t step) { p[threadIdx.x * step] = threadIdx.x + 1; }

int main() {
  const size_t words = 1ull << 28, step = words / 256;
  for (int round = 0; round < 90; ++round) {
    int *data, found = 0;
    if (cudaMalloc(&data, words * sizeof(int)) != cudaSuccess) return 1;
    if (round % 3 == 0) cudaMemset(data, 0, words * sizeof(int));
    set<<<1, 256>>>(data, step);
    cudaMemcpy(&found, data + 77 * step, sizeof found, cudaMemcpyDeviceToHost);
    if (found != 78) return 2;
    cudaFree(data);
  }
}
