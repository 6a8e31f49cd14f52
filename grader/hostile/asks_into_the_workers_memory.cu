// expect: bad_access
// lab: 02_lock_barrier
// Makes a CUDA call store its result in the worker's memory.

#include "right_barrier.cuh"

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (spare && cudaGetDevice(reinterpret_cast<int*>(spare)) != cudaSuccess) *spare = 0;
}
