// A block uses the shared memory of another one, which has begun and has not ended.
#include <cooperative_groups.h>

#include "cases.h"

constexpr int kBins = 8, kBlocks = 2, kPart = kBins / kBlocks, kValues = 64;

/// Each block has a part of the bins in its shared memory, and adds to the others' parts.
__global__ void __cluster_dims__(kBlocks, 1, 1)
    histogram(const int* values, int* bins, bool sync_before, bool sync_behind) {
  __shared__ int part[kPart];
  const auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x < kPart) part[threadIdx.x] = 0;
  if (sync_before) cluster.sync();
  for (unsigned i = cluster.thread_rank(); i < kValues; i += cluster.num_threads()) {
    const int bin = values[i] % kBins;
    int* there = cluster.map_shared_rank(part, bin / kPart);
    atomicAdd(&there[bin % kPart], 1);
  }
  if (sync_behind) cluster.sync();
  if (threadIdx.x < kPart)
    atomicAdd(&bins[cluster.block_rank() * kPart + threadIdx.x], part[threadIdx.x]);
}

int count_squares(bool sync_before, bool sync_behind) {
  int* values = numbers(kValues);
  int *bins = zeros<int>(kBins), result[kBins];
  for (int i = 0; i < kValues; ++i) values[i] *= i;
  histogram<<<2 * kBlocks, 8>>>(values, bins, sync_before, sync_behind);
  return !fetch(result, bins) || result[0] != 32 || result[1] != 64 || result[4] != 32;
}

CASE(histogram, passed) { return count_squares(true, true); }

// The other block may not have begun when its bins are counted up.  They race, too.
CASE(peer_not_begun, bad_access) { return count_squares(false, true); }

// A block reads its bins while others still add to them.
CASE(sum_before_the_sync, data_race) { return count_squares(true, false); }

__global__ void __cluster_dims__(2) read_peer(int* out) {
  __shared__ int mine;
  const auto cluster = cooperative_groups::this_cluster();
  mine = 40 + static_cast<int>(cluster.block_rank());
  cluster.sync();
  if (cluster.block_rank() == 0) *out = *cluster.map_shared_rank(&mine, 1);
}

// Block 0 reads what block 1 has in its shared memory, and block 1 may end meanwhile.
CASE(peer_ends_too_early, bad_access) { return run(read_peer, 2, 1, device<int>()); }

__device__ void sync_cluster() {
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::
                   : "memory");
}

__global__ void __cluster_dims__(4, 1, 1) exchange(bool* right) {
  __shared__ int values[2], arrived;
  const unsigned own = static_cast<unsigned>(__cvta_generic_to_shared(values));
  const unsigned counter = static_cast<unsigned>(__cvta_generic_to_shared(&arrived));
  unsigned rank, blocks, index, clusters;
  asm("mov.u32 %0, %cluster_ctarank;" : "=r"(rank));
  asm("mov.u32 %0, %cluster_nctaid.x;" : "=r"(blocks));
  asm("mov.u32 %0, %clusterid.x;" : "=r"(index));
  asm("mov.u32 %0, %nclusterid.x;" : "=r"(clusters));
  values[threadIdx.x] = 10 * rank + threadIdx.x;
  if (threadIdx.x == 0) arrived = 0;
  sync_cluster();

  unsigned next, first, owner;
  asm("mapa.shared::cluster.u32 %0, %1, %2;"
      : "=r"(next)
      : "r"(own), "r"((rank + 1) % blocks));
  asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(first) : "r"(counter));
  asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(owner) : "r"(next));
  int seen, before;
  asm volatile("ld.shared::cluster.s32 %0, [%1+4];" : "=r"(seen) : "r"(next) : "memory");
  asm volatile("atom.relaxed.cluster.shared::cluster.add.u32 %0, [%1], 1;"
               : "=r"(before)
               : "r"(first)
               : "memory");
  unsigned long long generic;
  asm("mapa.u64 %0, %1, %2;" : "=l"(generic) : "l"(&values[0]), "r"(2));
  const int third = *reinterpret_cast<int*>(generic);
  sync_cluster();

  right[blockIdx.x * 2 + threadIdx.x] =
      seen == int(10 * ((rank + 1) % 4) + 1) && third == 20 && owner == (rank + 1) % 4 &&
      before >= 0 && before < 8 && index == blockIdx.x / 4 && clusters == 2 &&
      blocks == 4 && (rank != 0 || arrived == 8);
}

// The blocks use PTX's addresses of the memory.
CASE(by_ptx, passed) {
  bool* right = managed<bool>(16);
  exchange<<<8, 2>>>(right);
  return finish(right, 16, [](int) { return true; });
}
