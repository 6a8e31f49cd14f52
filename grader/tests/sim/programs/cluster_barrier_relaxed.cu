// expect: data_race
// A relaxed arrival at the cluster's barrier releases nothing.
#include <cstdio>

__global__ void __cluster_dims__(2, 1, 1) pass(int* data, int* out) {
  if (__clusterRelativeBlockRank() == 0) *data = 7;
  __cluster_barrier_arrive_relaxed();
  __cluster_barrier_wait();
  if (__clusterRelativeBlockRank() == 1) *out = *data;
}

int main() {
  int *data, *out, result = 0;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  pass<<<2, 1>>>(data, out);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
