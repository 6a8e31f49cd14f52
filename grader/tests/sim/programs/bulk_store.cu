// A bulk copy out of shared memory needs a fence before it, and a wait by its own thread.
// Bulk copies bring the next tiles while others are in use: a stage must first be empty.
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

// A tile is written again once the copy has read it.  No thread waits for the last copy.
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

// One buffer is written while the copy out of the other one may still read its source.
CASE(of_two_buffers, passed) { return on_numbers(twice, two_buffers<1>, 1); }

// The wait lets two copies be in flight: one may read the buffer that is written next.
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

// The thread signals to another block when its copy has only read the source.
// missing: The atomicExch in line $signal comes before the end of a bulk copy
CASE(signalled_too_early, data_race) {
  return on_numbers(same, read_by_another_block, 2, false);
}

constexpr int kTiles = 8;

/// One warp fills the stages, and ends before the other warp has read the last tile.
template <int kStages, bool awaits_empty>
__global__ void fill_and_drain(const int* in, int* out) {
  __shared__ alignas(16) int stage[kStages][32];
  __shared__ uint64_t full[kStages], empty[kStages];
  if (threadIdx.x == 0)
    for (int i = 0; i < kStages; ++i) init(&full[i], 1), init(&empty[i], 32);
  fence_proxies();
  __syncthreads();
  if (threadIdx.x > 32) return;
  for (int i = 0; i < kTiles; ++i) {
    const int at = i % kStages, phase = i / kStages % 2;
    if (threadIdx.x == 32) {
      if (awaits_empty || i >= kStages)
        wait(awaits_empty ? &empty[at] : &full[at], phase ^ 1);
      arrive_expecting(&full[at], 128);
      load(&full[at], stage[at], in + 32 * i, 64);
      load(&full[at], stage[at] + 16, in + 32 * i + 16, 64);
    } else {
      wait(&full[at], phase);
      out[32 * i + threadIdx.x] = stage[at][31 - threadIdx.x];
      arrive(&empty[at]);
    }
  }
}

int fill_stages(void (*kernel)(const int*, int*)) {
  int* out = managed<int>(32 * kTiles);
  kernel<<<1, 64>>>(numbers(32 * kTiles), out);
  return finish(out, 32 * kTiles, [](int i) { return i / 32 * 32 + 31 - i % 32; });
}

// Two copies fill each of three stages.
CASE(in_three_stages, passed) { return fill_stages(fill_and_drain<3, true>); }

// The warp that fills the stages waits until they are full, not until they are empty.
CASE(into_a_stage_in_use, data_race) { return fill_stages(fill_and_drain<2, false>); }

constexpr uint64_t kPolicy = 0x12F0000000000000;

__device__ void load_with_hint(uint64_t* barrier, int* to, const int* from, int bytes) {
  asm volatile(
      "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint "
      "[%0], [%1], %2, [%3], %4;" ::"r"(shared(to)),
      "l"(from), "r"(bytes), "r"(shared(barrier)), "l"(kPolicy)
      : "memory");
}

__device__ void store_with_hint(int* to, const int* from, int bytes) {
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;" ::
          "l"(to),
      "r"(shared(from)), "r"(bytes), "l"(kPolicy)
      : "memory");
  asm volatile("cp.async.bulk.commit_group;");
}

__device__ bool try_wait(uint64_t* barrier, unsigned phase) {
  unsigned done;
  asm volatile(
      "{\n.reg .pred P1;\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%1], %2, %3;\n"
      "selp.b32 %0, 1, 0, P1;\n}"
      : "=r"(done)
      : "r"(shared(barrier)), "r"(phase), "r"(0x989680)
      : "memory");
  return done;
}

__global__ void double_in_place(const int* in, int* out, int rounds) {
  __shared__ alignas(16) int tile[2][64];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) init(&full[i], 1), init(&empty[i], 1);
  fence_proxies();
  __syncthreads();
  if (threadIdx.x > 64) return;
  for (int round = 0; round < rounds; ++round) {
    const int at = round % 2, phase = round / 2 % 2;
    if (threadIdx.x == 64) {
      wait(&empty[at], phase ^ 1);
      expect(&full[at], 256);
      load_with_hint(&full[at], tile[at], in + 64 * round, 256);
      arrive(&full[at]);
      continue;
    }
    const int addend = in[64 * round + threadIdx.x];
    while (!try_wait(&full[at], phase)) continue;
    tile[at][threadIdx.x] += addend;
    fence_proxies();
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x == 0) {
      store_with_hint(out + 64 * round, tile[at], 256);
      wait_until_read();
      arrive(&empty[at]);
    }
  }
}

// A warp brings tiles, others change them in place and send them on.  This uses a barrier
// of PTX, cache hints and a bounded wait.
CASE(in_place, passed) {
  constexpr int count = 64 * 5;
  int *first = numbers(count), *second = managed<int>(count);
  double_in_place<<<1, 96>>>(first, second, 5);
  double_in_place<<<1, 96>>>(second, first, 5);
  if (finish(second, count, [](int i) { return 2 * i; }) != 0) return 1;
  return finish(first, count, [](int i) { return 4 * i; });
}
