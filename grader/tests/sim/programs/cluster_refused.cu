// expect: passed
// A cluster must divide the grid, and has at most eight blocks.
#include <cstdio>

__global__ void nothing() {}
__global__ void __cluster_dims__(2, 1, 1) pairs() {}

cudaError_t launch(unsigned grid, unsigned blocks) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = blocks;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(grid);
  config.blockDim = dim3(1);
  config.attrs = &attribute;
  config.numAttrs = 1;
  const cudaError_t error = cudaLaunchKernelEx(&config, nothing);
  cudaGetLastError();
  return error;
}

int main() {
  const cudaError_t divided = launch(8, 4), rest = launch(9, 4), many = launch(32, 16),
                    none = launch(8, 0);
  int size = 0, active = 0;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(4);
  config.blockDim = dim3(1);
  const bool told =
      cudaOccupancyMaxPotentialClusterSize(&size, pairs, &config) == cudaSuccess &&
      cudaOccupancyMaxActiveClusters(&active, pairs, &config) == cudaSuccess;
  pairs<<<3, 1>>>();
  const cudaError_t odd = cudaGetLastError();
  std::printf("%s %s %s %s %s\n", cudaGetErrorName(divided), cudaGetErrorName(rest),
              cudaGetErrorName(many), cudaGetErrorName(none), cudaGetErrorName(odd));
  std::printf("%d, %d\n", size, active);
  return told && size == 8 && active >= 4 && cudaDeviceSynchronize() == cudaSuccess &&
                 divided == cudaSuccess && rest != cudaSuccess && many != cudaSuccess &&
                 odd != cudaSuccess
             ? 0
             : 1;
}
