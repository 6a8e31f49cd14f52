// expect: data_race
// Between the halves of the barrier nothing is ordered yet.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) pass(int* data, int* out) {
  const cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == 0) *data = 7;
  cluster.barrier_arrive();
  if (cluster.block_rank() == 1) *out = *data;
  cluster.barrier_wait();
}

int main() {
  int *data, *out, result = 0;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  pass<<<2, 1>>>(data, out);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
