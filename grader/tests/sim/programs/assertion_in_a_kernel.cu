// expect: crashed
// told: line 9  atomicAdd seats, 0 -> 1
// told: Assertion failed: before < 1
// An assertion that fails in some schedule is told with the steps that led to it.
#include <cassert>
__device__ int seats;

__global__ void sit() {
  const int before = atomicAdd(&seats, 1);
  assert(before < 1);
  atomicSub(&seats, 1);
}

int main() {
  sit<<<2, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
