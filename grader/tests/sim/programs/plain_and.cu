// expect: data_race
// missing: come between them.  atomicAnd does both in one step.
// unsaid: correct the condition
#include <cuda_runtime.h>

__device__ unsigned mask = 15;

__global__ void leave() { mask &= ~(1u << blockIdx.x); }

int main() {
  leave<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
