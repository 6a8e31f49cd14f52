// expect: bad_access
// Block 0 reads what block 1 has in its shared memory, and block 1 may end meanwhile.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) read_peer(int* out) {
  __shared__ int mine;
  const cg::cluster_group cluster = cg::this_cluster();
  mine = 40 + static_cast<int>(cluster.block_rank());
  cluster.sync();
  if (cluster.block_rank() == 0) *out = *cluster.map_shared_rank(&mine, 1);
}

int main() {
  int *out, result = 0;
  cudaMalloc(&out, sizeof(int));
  read_peer<<<2, 1>>>(out);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
