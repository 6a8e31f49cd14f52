// expect: passed
// After a relaxed barrier of the cluster all its blocks have begun, and a fence before it
// has published what came before that.
__global__ void __cluster_dims__(2, 1, 1) pass(int* data, int* out) {
  __shared__ int inbox;
  const unsigned rank = __clusterRelativeBlockRank();
  if (rank == 0) *data = 7;
  __threadfence();
  __cluster_barrier_arrive_relaxed();
  __cluster_barrier_wait();
  auto* there = static_cast<int*>(__cluster_map_shared_rank(&inbox, 1 - rank));
  *there = *data + int(rank);
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
  out[rank] = inbox;
}

int main() {
  int *data, *out;
  cudaMalloc(&data, sizeof(int));
  cudaMallocManaged(&out, 2 * sizeof(int));
  pass<<<2, 1>>>(data, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  return out[0] != 8 || out[1] != 7;
}
