// expect: passed
// schedules: 2
// unsaid: launches were
// What a kernel does besides reading and writing is done by each launch of it.
#include <cuda_runtime.h>
#include <cstdio>

__device__ int launches;

__global__ void counts(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) atomicAdd(&launches, 1);
}

__global__ void counts_without_atomic(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) ++launches;
}

__global__ void takes_memory(int** kept) {
  if (threadIdx.x == 0) *kept = static_cast<int*>(malloc(sizeof(int)));
}

__global__ void frees_memory(int** kept) {
  if (threadIdx.x == 0) free(*kept);
}

int main() {
  int *memory, **kept, total = 0;
  cudaMalloc(&memory, 64 * sizeof(int));
  cudaMalloc(&kept, sizeof(int*));
  cudaMemset(memory, 0, 64 * sizeof(int));
  for (int i = 0; i < 6; ++i) {
    counts<<<1, 32>>>(memory, memory + 32);
    counts_without_atomic<<<1, 32>>>(memory, memory + 32);
    takes_memory<<<1, 32>>>(kept);
    frees_memory<<<1, 32>>>(kept);
  }
  cudaMemcpyFromSymbol(&total, launches, sizeof total);
  // If it failed, it would run again with every launch.
  if (total != 12) std::printf("%d launches were counted\n", total);
  return 0;
}
