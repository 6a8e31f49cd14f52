// A thread must wait for its asynchronous copies, then a barrier lets others read them.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include "cases.h"

enum Way { right, waits_too_late, waits_for_too_few, goes_on, overwrites };

/// Two stages: the copy of the next tile goes on while this one is summed.  The last tile
/// is filled up with zeros.
__global__ void sums(int* in, int* out, int count, Way way) {
  __shared__ int stage[2][8];
  const int me = threadIdx.x, tiles = (count + 7) / 8;
  const auto fetch_tile = [&](int tile) {
    const int i = tile * 8 + me;
    if (tile < tiles)
      __pipeline_memcpy_async(&stage[tile % 2][me], &in[i < count ? i : 0], sizeof(int),
                              i < count ? 0 : sizeof(int));
    __pipeline_commit();
  };
  int sum = 0;
  fetch_tile(0);
  for (int tile = 0; tile < tiles; ++tile) {
    fetch_tile(tile + 1);
    if (way == overwrites && tile == 0) in[7 - me] = -1;
    if (way != waits_too_late) __pipeline_wait_prior(way == waits_for_too_few ? 2 : 1);
    __syncthreads();
    if (way == waits_too_late) __pipeline_wait_prior(1);
    sum += stage[tile % 2][7 - me];
    if (way != goes_on) __syncthreads();
  }
  out[me] = sum;
}

int two_stages(Way way) {
  int* out = managed<int>(8);
  sums<<<1, 8>>>(numbers(22), out, 22, way);
  return finish(out, 8, [](int i) { return i < 2 ? 22 - 2 * i : 45 - 3 * i; });
}

CASE(in_two_stages, passed) { return two_stages(right); }

// The threads wait for their own copies only after the barrier.
// missing: The asynchronous copy
CASE(waited_for_after_the_barrier, data_race) { return two_stages(waits_too_late); }

// The wait lets two batches be in flight instead of one.
// missing: The asynchronous copy
CASE(waited_for_too_little, data_race) { return two_stages(waits_for_too_few); }

// The copy of the next tile but one begins while others may still read its stage.
CASE(into_a_stage_in_use, data_race) { return two_stages(goes_on); }

CASE(source_overwritten, data_race) { return two_stages(overwrites); }

__global__ void reverse_together(const int* in, int* out) {
  __shared__ __align__(16) int tile[16];
  __shared__ char odd[3];
  const auto block = cooperative_groups::this_thread_block();
  cooperative_groups::memcpy_async(block, tile, in, sizeof tile);
  cooperative_groups::memcpy_async(block, odd, 3, reinterpret_cast<const char*>(in) + 1,
                                   5);
  cooperative_groups::wait_prior<1>(block);
  out[threadIdx.x] = tile[15 - threadIdx.x];
  cooperative_groups::wait(block);
  out[threadIdx.x] += odd[threadIdx.x % 3];
}

// A block copies together, in pieces of 16 bytes and in odd ones, and waits together.
CASE(by_a_block, passed) {
  int* out = managed<int>(16);
  reverse_together<<<1, 16>>>(numbers(16), out);
  return finish(out, 16, [](int i) { return 15 - i; });
}

template <int in_flight>
__global__ void reverse_by_ptx(const int* in, int* out) {
  __shared__ alignas(16) int tile[2][128];
  for (int half = 0; half < 2; ++half) {
    const unsigned to = __cvta_generic_to_shared(&tile[half][4 * threadIdx.x]);
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(to),
                 "l"(in + 128 * half + 4 * threadIdx.x), "n"(16));
    asm volatile("cp.async.commit_group;\n" ::);
  }
  asm volatile("cp.async.wait_group %0;\n" ::"n"(in_flight));
  __syncthreads();
  for (int i = threadIdx.x; i < 128; i += 32) out[i] = tile[0][127 - i];
  asm volatile("cp.async.wait_all;\n" ::);
  __syncthreads();
  for (int i = threadIdx.x; i < 128; i += 32) out[128 + i] = tile[1][127 - i];
}

int two_batches(void (*kernel)(const int*, int*)) {
  int* out = managed<int>(256);
  kernel<<<1, 32>>>(numbers(256), out);
  return finish(out, 256, [](int i) { return (i / 128) * 128 + 127 - i % 128; });
}

CASE(by_ptx, passed) { return two_batches(reverse_by_ptx<1>); }

// wait_group 2 waits for none of the two batches.
CASE(by_ptx_not_awaited, data_race) { return two_batches(reverse_by_ptx<2>); }
