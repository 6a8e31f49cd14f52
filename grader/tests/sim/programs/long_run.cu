// Two million steps are told apart from a hang, and a history keeps the last ones.
#include "cases.h"

__global__ void update(unsigned* table, unsigned rounds) {
  unsigned random = threadIdx.x * 2654435761u + 1;
  for (unsigned i = 0; i < rounds; ++i) {
    random = random * 1664525u + 1013904223u;
    atomicXor(&table[random >> 14], random);
  }
}

// No thread ends for long, but the threads get around in a large table.
// schedules: 1
CASE(atomics_all_over_a_table, passed) {
  return run(update, 1, 4, zeros<unsigned>(1 << 18), 500000);
}

__global__ void sum(const int* values, int* sums, int rounds) {
  __shared__ int own[256];
  own[threadIdx.x] = 0;
  for (int i = 0; i < rounds; ++i) own[threadIdx.x] += values[(i + threadIdx.x) % 256];
  if (blockIdx.x == 1) {
    if (threadIdx.x == 7) sums[0] = own[7];
    if (threadIdx.x == 8) sums[0] += own[8];
  }
}

// schedules: 1
// missing: No __syncthreads() that both threads reach lies between
// told: racing write sums
// unsaid: racing cudaMemcpy
CASE(before_a_race, data_race) {
  int zeros[256] = {};
  int* values = device<int>(256);
  int* sums;
  cudaMalloc(&sums, sizeof(int));
  cudaMemcpy(values, zeros, sizeof zeros, cudaMemcpyHostToDevice);
  return run(sum, 2, 256, values, sums, 2000);
}
