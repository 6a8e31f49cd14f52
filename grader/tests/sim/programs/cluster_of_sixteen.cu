// expect: passed
// command: --sms 8
// A kernel may have clusters of sixteen blocks if it asks for it, on a device with room.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void sum(int* out) {
  __shared__ int total;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) total = 0;
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(&total, 0), int(cluster.block_rank()));
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) out[blockIdx.x / 16] = total;
}

cudaError_t launch(int* out) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {16, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(32);
  config.blockDim = dim3(2);
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, sum, out);
}

int main() {
  int* out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  const auto large = cudaFuncAttributeNonPortableClusterSizeAllowed;
  if (launch(out) != cudaErrorInvalidClusterSize) return 1;
  cudaGetLastError();
  if (cudaFuncSetAttribute(sum, large, 2) != cudaErrorInvalidValue) return 2;
  cudaGetLastError();
  if (cudaFuncSetAttribute(sum, large, 1) != cudaSuccess) return 3;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(32);
  config.blockDim = dim3(2);
  int size = 0;
  if (cudaOccupancyMaxPotentialClusterSize(&size, sum, &config) != cudaSuccess) return 4;
  if (size != 16 || launch(out) != cudaSuccess) return 5;
  if (cudaDeviceSynchronize() != cudaSuccess || out[0] != 240 || out[1] != 240) return 6;
  if (cudaFuncSetAttribute(sum, large, 0) != cudaSuccess) return 7;
  if (launch(out) != cudaErrorInvalidClusterSize) return 8;
  cudaGetLastError();
  return 0;
}
