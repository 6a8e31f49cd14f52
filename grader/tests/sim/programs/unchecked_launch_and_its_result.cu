// expect: api_error
// told: cudaErrorCooperativeLaunchTooLarge
// A grid that the device cannot hold at once never ran, which explains the wrong result.
#include <cooperative_groups.h>

__global__ void meet(int* met) {
  cooperative_groups::this_grid().sync();
  *met = 1;
}

int main() {
  int* met;
  cudaMallocManaged(&met, sizeof(int));
  void* arguments[] = {&met};
  cudaLaunchCooperativeKernel(meet, dim3(1000), dim3(32), arguments);
  cudaDeviceSynchronize();
  return *met == 1 ? 0 : 1;
}
