// expect: passed
// The blocks of a cluster share a histogram: each has a part of its bins in its own
// shared memory, and adds to the others' parts there.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kBins = 8, kBlocks = 2, kValues = 64;

__global__ void __cluster_dims__(kBlocks, 1, 1)
    histogram(const int* values, int n, int* bins) {
  __shared__ int part[kBins / kBlocks];
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < kBins / kBlocks) part[threadIdx.x] = 0;
  cluster.sync();
  for (unsigned i = cluster.thread_rank(); i < n; i += cluster.num_threads()) {
    const int bin = values[i] % kBins;
    int* there = cluster.map_shared_rank(part, bin / (kBins / kBlocks));
    atomicAdd(&there[bin % (kBins / kBlocks)], 1);
  }
  cluster.sync();
  if (threadIdx.x < kBins / kBlocks)
    atomicAdd(&bins[cluster.block_rank() * (kBins / kBlocks) + threadIdx.x],
              part[threadIdx.x]);
}

int main() {
  int *values, *bins, result[kBins];
  cudaMallocManaged(&values, kValues * sizeof(int));
  cudaMalloc(&bins, sizeof result);
  cudaMemset(bins, 0, sizeof result);
  for (int i = 0; i < kValues; ++i) values[i] = i * i;
  histogram<<<2 * kBlocks, 8>>>(values, kValues, bins);
  cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost);
  for (int each : result) std::printf("%d ", each);
  std::printf("\n");
  return result[0] == 2 * 16 && result[1] == 2 * 32 && result[4] == 2 * 16 ? 0 : 1;
}
