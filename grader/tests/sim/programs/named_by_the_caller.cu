// expect: data_race
// told: write totals[1]
// missing: "location":"counts[2]"
// missing: "location":"limits[3]"
// unsaid: memory of
// Three functions allocate: for a reference, through a pointer, and to return it.  A
// report names the variable of the caller, not the one that these functions have for all.
#include <cuda_runtime.h>

template <class T>
void allocate(T*& memory, int count) {
  cudaMalloc(&memory, count * sizeof(T));
}

cudaError_t allocate_at(void** memory, size_t bytes) { return cudaMalloc(memory, bytes); }

void* allocated(int count) {
  void* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(int));
  return memory;
}

__global__ void write(int* totals, int* counts, int* limits, int which) {
  if (which == 0) totals[1] = threadIdx.x;
  if (which == 1) counts[2] = threadIdx.x;
  if (which == 2) limits[3] = threadIdx.x;
}

int main() {
  int *totals = nullptr, *counts = nullptr, *other = nullptr;
  allocate(totals, 16);
  allocate(other, 16);
  if (allocate_at((void**)&counts, 16 * sizeof(int)) != cudaSuccess) return 1;
  int* limits = static_cast<int*>(allocated(16));
  for (int which = 0; which < 3; ++which) write<<<1, 2>>>(totals, counts, limits, which);
  return cudaDeviceSynchronize() != cudaSuccess;
}
