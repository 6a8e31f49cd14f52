// expect: deadlock
// missing: 4 of the grid's 8 threads have ended
// One thread of each block meets at the barrier of all threads of the grid.
#include <cooperative_groups.h>

__global__ void meet() {
  if (threadIdx.x == 0) cooperative_groups::this_grid().sync();
}

int main() {
  if (cudaLaunchCooperativeKernel((void*)meet, dim3(4), dim3(2), nullptr, 0, 0)) return 1;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 2;
}
