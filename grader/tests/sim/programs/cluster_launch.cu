// Clusters must divide the grid, and have at most eight blocks unless a kernel allows
// more.
#include <cooperative_groups.h>

#include "cases.h"

namespace cg = cooperative_groups;

template <class... Parameters>
cudaError_t launch(dim3 grid, dim3 block, dim3 cluster, void (*kernel)(Parameters...),
                   Parameters... arguments) {
  cudaLaunchAttribute attribute{.id = cudaLaunchAttributeClusterDimension};
  attribute.val.clusterDim = {cluster.x, cluster.y, cluster.z};
  const cudaLaunchConfig_t config{
      .gridDim = grid, .blockDim = block, .attrs = &attribute, .numAttrs = 1};
  const cudaError_t error = cudaLaunchKernelEx(&config, kernel, arguments...);
  cudaGetLastError();
  return error;
}

__global__ void rotate(unsigned* out) {
  __shared__ unsigned mine;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned blocks = cluster.num_blocks(), rank = cluster.block_rank();
  if (threadIdx.x == 0) mine = 100 * blockIdx.y + 10 * blockIdx.x + rank;
  cg::cluster_group::arrival_token token = cluster.barrier_arrive();
  const unsigned cell = blockIdx.y * gridDim.x + blockIdx.x;
  out[2 * cell + threadIdx.x] = 0;
  cluster.barrier_wait(static_cast<cg::cluster_group::arrival_token&&>(token));
  const unsigned* next = cluster.map_shared_rank(&mine, (rank + 1) % blocks);
  if (threadIdx.x == 0) out[2 * cell] = *next;
  if (threadIdx.x == 1) out[2 * cell + 1] = cluster.query_shared_rank(next);
  cluster.sync();
}

// Blocks of clusters of 2 x 2 work on something else between the halves of their barrier.
CASE(of_two_by_two, passed) {
  unsigned* out = managed<unsigned>(16);
  if (launch({4, 2}, 2, {2, 2}, rotate, out) != cudaSuccess) return 2;
  return finish(out, {11u, 1u, 102u, 2u, 31u, 1u, 122u, 2u,  //
                      113u, 3u, 0u, 0u, 133u, 3u, 20u, 0u});
}

__global__ void nothing() {}
__global__ void __cluster_dims__(2, 1, 1) pairs() {}

CASE(refused, passed) {
  if (launch(8, 1, 4, nothing) != cudaSuccess) return 1;
  if (launch(9, 1, 4, nothing) == cudaSuccess) return 2;
  if (launch(32, 1, 16, nothing) == cudaSuccess) return 3;
  launch(8, 1, {0, 1, 1}, nothing);
  const cudaLaunchConfig_t config{.gridDim = 4, .blockDim = 1};
  int size = 0, active = 0;
  if (cudaOccupancyMaxPotentialClusterSize(&size, pairs, &config) != cudaSuccess ||
      cudaOccupancyMaxActiveClusters(&active, pairs, &config) != cudaSuccess)
    return 4;
  pairs<<<3, 1>>>();
  if (cudaGetLastError() == cudaSuccess || size != 8 || active < 4) return 5;
  return finish();
}

__global__ void sum_up_ranks(int* out) {
  __shared__ int total;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) total = 0;
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(&total, 0), int(cluster.block_rank()));
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) out[blockIdx.x / 16] = total;
}

// A kernel may have clusters of sixteen blocks if it asks for it, on a device with room.
// command: --sms 8
CASE(of_sixteen, passed) {
  const auto large = cudaFuncAttributeNonPortableClusterSizeAllowed;
  int* out = managed<int>(2);
  const auto launch_sixteen = [&] { return launch(32, 2, 16, sum_up_ranks, out); };
  if (launch_sixteen() != cudaErrorInvalidClusterSize) return 1;
  if (cudaFuncSetAttribute(sum_up_ranks, large, 2) != cudaErrorInvalidValue) return 2;
  cudaGetLastError();
  if (cudaFuncSetAttribute(sum_up_ranks, large, 1) != cudaSuccess) return 3;
  const cudaLaunchConfig_t config{.gridDim = 32, .blockDim = 2};
  int size = 0;
  if (cudaOccupancyMaxPotentialClusterSize(&size, sum_up_ranks, &config) != cudaSuccess)
    return 4;
  if (size != 16 || launch_sixteen() != cudaSuccess) return 5;
  if (finish(out, {240, 240}) != 0) return 6;
  if (cudaFuncSetAttribute(sum_up_ranks, large, 0) != cudaSuccess) return 7;
  return launch_sixteen() == cudaErrorInvalidClusterSize ? 0 : 8;
}
