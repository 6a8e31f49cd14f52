// expect: deadlock
// missing: which stays 2: no kernel has written it
// unsaid: compared with
// Of two comparisons of one look nobody knows which the thread waits for.
#include <cuda_runtime.h>

#include <cstdio>

__device__ volatile int turn = 2;

__global__ void waits() {
  int seen;
  do {
    seen = turn;
    if (seen > 100) return;
  } while (seen != static_cast<int>(blockIdx.x) + 7);
}

int main() {
  waits<<<2, 1>>>();
  if (cudaDeviceSynchronize() != cudaSuccess) std::puts("failed");
}
