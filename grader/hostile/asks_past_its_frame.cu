// expect: crashed
// lab: 02_lock_barrier
// Has CUDA write a struct over a variable that is smaller, and so over the address to
// which the function returns.

#include "right_barrier.cuh"

__attribute__((noinline)) long ask() {
  long small = 0;
  cudaGetDeviceProperties(reinterpret_cast<cudaDeviceProp*>(&small), 0);
  return small;
}

void meddle() {
  if (ask() == 1) cudaGetDevice(nullptr);
}
