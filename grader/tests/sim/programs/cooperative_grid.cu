// expect: passed
// A grid barrier of cooperative groups orders everything before it.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rotate(int* data, int* out) {
  cg::grid_group grid = cg::this_grid();
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int count = gridDim.x * blockDim.x;
  for (int round = 0; round < 3; ++round) {
    data[me] = me + round;
    grid.sync();
    out[me] = data[(me + 1) % count];
    grid.sync();
  }
}

int main() {
  int *data, *out, host[16];
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&out, sizeof host);
  void* args[] = {&data, &out};
  cudaLaunchCooperativeKernel((void*)rotate, dim3(4), dim3(4), args, 0, 0);
  if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < 16; ++i)
    if (host[i] != (i + 1) % 16 + 2) return 1;
  return 0;
}
