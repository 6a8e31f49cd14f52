// The last warp of a reduction, unrolled: its lanes hand on sums through shared memory.
#include <cooperative_groups.h>

#include "cases.h"

namespace cg = cooperative_groups;

enum Way { nothing, syncwarp };

template <Way way>
__device__ void sum_of_the_warp(volatile float* sums, int lane) {
  for (int step = 32; step > 0; step /= 2) {
    const float other = sums[lane + step];  // $read
    if (way == syncwarp) __syncwarp();
    sums[lane] = sums[lane] + other;  // $write
    if (way == syncwarp) __syncwarp();
  }
}

template <Way way>
__global__ void reduce(const float* in, float* out) {
  __shared__ float sums[64];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) sum_of_the_warp<way>(sums, threadIdx.x);
  if (threadIdx.x == 0) *out = sums[0];
}

template <Way way>
int sums() {
  float* in = zeros<float>(64);
  float* out = device<float>();
  reduce<way><<<1, 64>>>(in, out);
  return finish();
}

// As in many books: wrong since Volta, though each access is volatile.
// missing: in line $read after another lane of its warp has written it in line $write
CASE(unsynchronized, advice lanes_in_step) { return sums<nothing>(); }

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
  return run(reduce_tiles<nothing>, 1, 64, zeros<float>(64), device<float>(8));
}

CASE(tile_with_sync, passed) {
  return run(reduce_tiles<syncwarp>, 1, 64, zeros<float>(64), device<float>(8));
}

template <Way way>
__global__ void reduce_half(const float* in, float* out) {
  __shared__ volatile float sums[32];
  const int me = threadIdx.x;
  sums[me] = in[me];
  __syncwarp();
  if (me >= 16) return;
  for (int step = 8; step > 0; step /= 2) {
    const float other = sums[me + step];
    if (way == syncwarp) __syncwarp(0xffff);
    sums[me] = sums[me] + other;
    if (way == syncwarp) __syncwarp(0xffff);
  }
  if (me == 0) *out = sums[0];
}

// Half of a warp: the other half has ended.
CASE(half_of_a_warp, advice lanes_in_step) {
  return run(reduce_half<nothing>, 1, 32, zeros<float>(32), device<float>());
}

CASE(half_of_a_warp_synchronized, passed) {
  return run(reduce_half<syncwarp>, 1, 32, zeros<float>(32), device<float>());
}

__global__ void raise_a_flag(int* out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 5) flag = 1;
  out[threadIdx.x] = flag;
}

// One lane raises a flag, and the others may see it or not.
CASE(a_flag_of_one_lane, passed) {
  raise_a_flag<<<1, 32>>>(device<int>(32));
  return finish();
}
