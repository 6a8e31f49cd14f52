// expect: passed
// schedules: 200
// Lanes in different branches do not run together, also not where a helper asks for both.
#include <cooperative_groups.h>

__device__ unsigned ask() { return __activemask(); }

__global__ void branches(unsigned* wrong) {
  const bool low = threadIdx.x < 16;
  const unsigned half = low ? 0xffffu : 0xffff0000u;
  unsigned direct, by_helper, by_group;
  if (low) {
    direct = __activemask();
    by_helper = ask();
    by_group = cooperative_groups::coalesced_threads().size();
  } else {
    direct = __activemask();
    by_helper = ask();
    by_group = cooperative_groups::coalesced_threads().size();
  }
  const unsigned self = 1u << threadIdx.x;
  if (((direct | by_helper) & ~half) || !(direct & by_helper & self) || by_group > 16)
    atomicAdd(wrong, 1);
}

int main() {
  unsigned *wrong, result = 0;
  cudaMalloc(&wrong, sizeof(unsigned));
  cudaMemset(wrong, 0, sizeof(unsigned));
  branches<<<1, 32>>>(wrong);
  cudaMemcpy(&result, wrong, sizeof result, cudaMemcpyDeviceToHost);
  return result != 0;
}
