// Clusters: their size, which must divide the grid; their barrier, an arrival and a wait;
// and the use that their blocks make of each other's shared memory.
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

// A kernel that asks for it may have clusters of sixteen blocks, if the device has room.
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

__device__ int data;

__global__ void __cluster_dims__(2, 1, 1) read_between(int* out) {
  const auto cluster = cg::this_cluster();
  if (cluster.block_rank() == 0) data = 7;
  cluster.barrier_arrive();
  if (cluster.block_rank() == 1) *out = data;
  cluster.barrier_wait();
}

// Between the halves of the barrier nothing is ordered yet.
CASE(not_awaited, data_race) { return run(read_between, 2, 1, device<int>()); }

__global__ void __cluster_dims__(2, 1, 1) arrive_relaxed(int* out) {
  if (__clusterRelativeBlockRank() == 0) data = 7;
  __cluster_barrier_arrive_relaxed();
  __cluster_barrier_wait();
  if (__clusterRelativeBlockRank() == 1) *out = data;
}

// A relaxed arrival at the cluster's barrier releases nothing.
CASE(relaxed, data_race) { return run(arrive_relaxed, 2, 1, device<int>()); }

__global__ void __cluster_dims__(2, 1, 1) fence_and_meet(int* out) {
  __shared__ int inbox;
  const unsigned rank = __clusterRelativeBlockRank();
  if (rank == 0) data = 7;
  __threadfence();
  __cluster_barrier_arrive_relaxed();
  __cluster_barrier_wait();
  auto* there = static_cast<int*>(__cluster_map_shared_rank(&inbox, 1 - rank));
  *there = data + int(rank);
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
  out[rank] = inbox;
}

// After a relaxed barrier, all blocks have begun, and see what a fence has published.
CASE(relaxed_after_a_fence, passed) {
  return run_expecting({8, 7}, fence_and_meet, 2, 1);
}

__global__ void __cluster_dims__(2, 1, 1) wait_first(volatile int* flag) {
  if (blockIdx.x == 0) {
    while (*flag == 0) {
    }
  }
  cg::this_cluster().sync();
  if (blockIdx.x == 1) *flag = 1;
}

// Block 0 waits for a flag of block 1, which waits for block 0 at the cluster's barrier.
CASE(that_a_block_skips, deadlock) { return run(wait_first, 2, 1, zeros<int>()); }

__global__ void __cluster_dims__(2, 1, 1) only_wait() { __cluster_barrier_wait(); }

CASE(without_arrival, api_error) { return run(only_wait, 2, 1); }

__global__ void __cluster_dims__(2, 1, 1) pass(int* out, int* data, int* flag) {
  unsigned rank, blocks;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
  const unsigned pair = blockIdx.x / blocks;
  if (rank == 0) data[2 * pair] = 7;
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (rank == 1) {
    out[2 * pair] = data[2 * pair];
    data[2 * pair + 1] = 8;
    asm volatile("st.release.cluster.s32 [%0], %1;" ::"l"(flag + pair), "r"(1)
                 : "memory");
  } else {
    int seen = 0;
    while (seen == 0)
      asm volatile("ld.acquire.cluster.s32 %0, [%1];"
                   : "=r"(seen)
                   : "l"(flag + pair)
                   : "memory");
    out[2 * pair + 1] = data[2 * pair + 1];
  }
}

// Two clusters use the barrier and a signal of a cluster's scope, by inline PTX.
CASE(barrier_by_ptx, passed) {
  return run_expecting({7, 8, 7, 8}, pass, 4, 1, device<int>(4), zeros<int>(2));
}

constexpr int kBins = 8, kBlocks = 2, kPart = kBins / kBlocks, kValues = 64;

/// Each block has a part of the bins in its shared memory, and adds to the others' parts.
__global__ void __cluster_dims__(kBlocks, 1, 1)
    histogram(const int* values, int* bins, bool sync_before, bool sync_behind) {
  __shared__ int part[kPart];
  const auto cluster = cg::this_cluster();
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

// A block adds to the bins of a block that may not have begun: also a race.
CASE(peer_not_begun, bad_access) { return count_squares(false, true); }

// A block reads its bins while others still add to them.
CASE(sum_before_the_sync, data_race) { return count_squares(true, false); }

__global__ void __cluster_dims__(2) read_peer(int* out) {
  __shared__ int mine;
  const auto cluster = cg::this_cluster();
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

// The blocks use PTX's addresses of each other's shared memory.
CASE(memory_by_ptx, passed) {
  bool* right = managed<bool>(16);
  exchange<<<8, 2>>>(right);
  return finish(right, 16, [](int) { return true; });
}
