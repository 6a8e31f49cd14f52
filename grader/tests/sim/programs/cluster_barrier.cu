// A cluster's barrier has two halves: an arrival, which may be relaxed, and a wait.
#include <cooperative_groups.h>

#include "cases.h"

__device__ int data;

__global__ void __cluster_dims__(2, 1, 1) read_between(int* out) {
  const auto cluster = cooperative_groups::this_cluster();
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

// Behind a relaxed barrier all blocks have begun, and see what was written before a
// fence.
CASE(relaxed_after_a_fence, passed) {
  int* out = managed<int>(2);
  fence_and_meet<<<2, 1>>>(out);
  return finish(out, {8, 7});
}

__global__ void __cluster_dims__(2, 1, 1) wait_first(volatile int* flag) {
  if (blockIdx.x == 0) {
    while (*flag == 0) {
    }
  }
  cooperative_groups::this_cluster().sync();
  if (blockIdx.x == 1) *flag = 1;
}

// A block waits for the other one's flag, and that one for it at the cluster's barrier.
CASE(that_a_block_skips, deadlock) { return run(wait_first, 2, 1, zeros<int>()); }

__global__ void __cluster_dims__(2, 1, 1) only_wait() { __cluster_barrier_wait(); }

// A wait at the cluster's barrier needs an arrival.
CASE(without_arrival, api_error) { return run(only_wait, 2, 1); }

__global__ void __cluster_dims__(2, 1, 1) pass(int* data, int* flag, int* out) {
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
CASE(by_ptx, passed) {
  int* out = managed<int>(4);
  pass<<<4, 1>>>(device<int>(4), zeros<int>(2), out);
  return finish(out, {7, 8, 7, 8});
}
