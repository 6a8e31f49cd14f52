// expect: passed
// schedules: 1
// No thread ends for two million steps, but the threads get around in a large table.
#include <cuda_runtime.h>

constexpr unsigned kWords = 1u << 18;

__global__ void update(unsigned* table, unsigned rounds) {
  unsigned random = threadIdx.x * 2654435761u + 1;
  for (unsigned i = 0; i < rounds; ++i) {
    random = random * 1664525u + 1013904223u;
    atomicXor(&table[random >> 14], random);
  }
}

int main() {
  unsigned* table;
  cudaMalloc(&table, kWords * sizeof(unsigned));
  cudaMemset(table, 0, kWords * sizeof(unsigned));
  update<<<1, 4>>>(table, 500000);
  return cudaDeviceSynchronize();
}
