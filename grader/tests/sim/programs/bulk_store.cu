// A bulk copy out of shared memory needs a fence before it, and a wait by its own thread.
#include "cases.h"
#include "parts/bulk_copies.h"

int twice(int i) { return 2 * i; }

enum Fence { none, too_early, by_writers, by_copier };

/// Writes a tile four times, and each time one thread copies it out.
__global__ void one_buffer(const int* in, int* out, Fence fence, bool waits) {
  __shared__ alignas(16) int tile[32];
  for (int round = 0; round < 4; ++round) {
    if (fence == too_early) fence_proxies();
    tile[threadIdx.x] = 2 * in[32 * round + threadIdx.x];  // $write
    if (fence == by_writers) fence_proxies();
    __syncthreads();
    if (threadIdx.x == 0) {
      if (fence == by_copier) fence_proxies();
      store(out + 32 * round, tile, 128);
      if (waits) wait_until_read();
    }
    __syncthreads();
  }
}

// A tile is written again once the bulk copy has read it; the last one ends the kernel.
CASE(fenced_by_the_writers, passed) {
  return on_numbers(twice, one_buffer, 1, by_writers, true);
}

// The rules let the fence lie anywhere between the writes and the copy.
CASE(fenced_by_its_thread, passed) {
  return on_numbers(twice, one_buffer, 1, by_copier, true);
}

// missing: after line $write, the thread that writes must execute a fence.proxy.async
CASE(fenced_too_early, data_race) {
  return on_numbers(twice, one_buffer, 1, too_early, true);
}

// A barrier alone does not let a bulk copy see what threads have written.
// missing: after line $write, the thread that writes must execute a fence.proxy.async, and then
// missing: synchronize with the thread that begins the copy of
// unsaid: Nothing orders
CASE(without_fence, data_race) { return on_numbers(twice, one_buffer, 1, none, true); }

// No thread waits until the bulk copy has read the tile.
// missing: may still read these bytes: its thread must commit it and wait
// missing: with cp.async.bulk.wait_group.read, and that must be ordered before line $write.
CASE(overwritten, data_race) {
  return on_numbers(twice, one_buffer, 1, by_writers, false);
}

template <int in_flight>
__global__ void two_buffers(const int* in, int* out) {
  __shared__ alignas(16) int tile[2][32];
  for (int round = 0; round < 4; ++round) {
    if (threadIdx.x == 0) wait_until_read<in_flight>();
    __syncthreads();
    tile[round % 2][threadIdx.x] = 2 * in[32 * round + threadIdx.x];
    fence_proxies();
    __syncthreads();
    if (threadIdx.x == 0) store(out + 32 * round, tile[round % 2], 128);
  }
  if (threadIdx.x == 0) wait_until_read();
}

// One buffer is written while the copy out of the other may still read.
CASE(of_two_buffers, passed) { return on_numbers(twice, two_buffers<1>, 1); }

// The wait lets two copies be in flight, and so one out of the buffer that comes next.
// missing: may still read these bytes: its thread must commit it and wait
CASE(waits_for_too_few_groups, data_race) { return on_numbers(twice, two_buffers<2>, 1); }

__device__ void copy_out(const int* in, int* out, bool until_written) {
  __shared__ alignas(16) int tile[128];
  for (int i = threadIdx.x; i < 128; i += 32) tile[i] = in[i];
  fence_proxies();
  __syncthreads();
  if (threadIdx.x != 0) return;
  store(out, tile, 512);
  until_written ? wait_until_written() : wait_until_read();
}

__global__ void read_by_the_block(const int* in, int* out, bool until_written) {
  copy_out(in, out, until_written);
  __syncthreads();
  if (out[threadIdx.x] < 0) __trap();  // $look
}

// The copy has written when the wait returns, and the barrier lets all know.
CASE(read_in_time, passed) { return on_numbers(same, read_by_the_block, 1, true); }

// A wait for the reads alone does not wait until the copy has written.
// missing: as cp.async.bulk.wait_group.read waits only for its reads: its thread must commit
// missing: it and wait with cp.async.bulk.wait_group, and that must be ordered before line $look.
CASE(read_too_early, data_race) { return on_numbers(same, read_by_the_block, 1, false); }

__device__ int ready;

__global__ void read_by_another_block(const int* in, int* out, bool until_written) {
  if (blockIdx.x == 1) {
    while (atomicAdd(&ready, 0) == 0) {
    }
    __threadfence();
    if (out[threadIdx.x] < 0) __trap();
    return;
  }
  copy_out(in, out, until_written);
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&ready, 1);  // $signal
  }
}

CASE(signalled_in_time, passed) {
  return on_numbers(same, read_by_another_block, 2, true);
}

// The thread signals to another block when its copy has only read.
// missing: The atomicExch in line $signal comes before the end of a bulk copy
CASE(signalled_too_early, data_race) {
  return on_numbers(same, read_by_another_block, 2, false);
}
