// The last warp of a reduction, unrolled: its lanes hand on sums through shared memory.
#include <cooperative_groups.h>

#include "cases.h"

namespace cg = cooperative_groups;

enum Way { unordered, syncwarp };

/// `lanes` lanes of the first warp add up twice as many numbers.
template <Way way, int lanes>
__global__ void reduce(const float* in, float* out) {
  __shared__ volatile float sums[2 * lanes];
  const int me = threadIdx.x;
  sums[me] = in[me];
  __syncthreads();
  if (me >= lanes) return;
  for (int step = lanes; step > 0; step /= 2) {
    const float other = sums[me + step];  // $read
    if (way == syncwarp) __syncwarp(~0u >> (32 - lanes));
    sums[me] = sums[me] + other;  // $write
    if (way == syncwarp) __syncwarp(~0u >> (32 - lanes));
  }
  if (me == 0) *out = sums[0];
}

template <Way way, int lanes = 32>
int sums() {
  return run(reduce<way, lanes>, 1, 2 * lanes, zeros<float>(2 * lanes), device<float>());
}

// As in many books: wrong since Volta, though each access is volatile.
// missing: in line $read after another lane of its warp has written it in line $write
CASE(unsynchronized, advice lanes_in_step) { return sums<unordered>(); }

CASE(synchronized, passed) { return sums<syncwarp>(); }

template <Way way>
__global__ void reduce_tiles(const float* in, float* out) {
  __shared__ volatile float sums[64];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const unsigned me = threadIdx.x, lane = tile.thread_rank();
  sums[me] = in[me];
  tile.sync();
  for (unsigned step = 4; step > 0; step /= 2) {
    const float other = lane < step ? sums[me + step] : 0;  // $read_in_tile
    if (way == syncwarp) tile.sync();
    if (lane < step) sums[me] = sums[me] + other;  // $write_in_tile
    if (way == syncwarp) tile.sync();
  }
  if (lane == 0) out[me / 8] = sums[me];
}

// missing: in line $read_in_tile after another lane of its warp
// missing: has written it in line $write_in_tile
CASE(tile_without_sync, advice lanes_in_step) {
  return run(reduce_tiles<unordered>, 1, 64, zeros<float>(64), device<float>(8));
}

CASE(tile_with_sync, passed) {
  return run(reduce_tiles<syncwarp>, 1, 64, zeros<float>(64), device<float>(8));
}

// Half of a warp: the other half has ended.
CASE(half_of_a_warp, advice lanes_in_step) { return sums<unordered, 16>(); }

CASE(half_of_a_warp_synchronized, passed) { return sums<syncwarp, 16>(); }

__global__ void raise_a_flag(int* out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 5) flag = 1;
  out[threadIdx.x] = flag;
}

// One lane raises a flag, and the others may see it or not.
CASE(a_flag_of_one_lane, passed) { return run(raise_a_flag, 1, 32, device<int>(32)); }
