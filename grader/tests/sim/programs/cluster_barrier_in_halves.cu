// expect: passed
// The cluster's barrier in two halves, in clusters of 2 x 2 blocks that the launch asks
// for: each block works on something else between them.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

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

int main() {
  unsigned *out, result[16];
  cudaMalloc(&out, sizeof result);
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = attribute.val.clusterDim.y = 2;
  attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(4, 2);
  config.blockDim = dim3(2);
  config.attrs = &attribute;
  config.numAttrs = 1;
  if (cudaLaunchKernelEx(&config, rotate, out) != cudaSuccess) return 2;
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (unsigned each : result) std::printf("%u ", each);
  std::printf("\n");
  const unsigned expected[16] = {11,  1, 102, 2, 31,  1, 122, 2,
                                 113, 3, 0,   0, 133, 3, 20,  0};
  for (int i = 0; i < 16; ++i)
    if (result[i] != expected[i]) return 1;
}
