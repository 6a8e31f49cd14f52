// A bulk copy may use its target and its source until a wait at its mbarrier returns.
// The mbarrier counts the bytes, and must be told how many to expect.
#include "cases.h"
#include "parts/bulk_copies.h"

__global__ void two_tiles(const int* in, int* out, bool awaited) {
  __shared__ alignas(16) int tile[2][64];
  __shared__ uint64_t barrier;
  init_by_one(&barrier, 1);
  for (int round = 0; round < 2; ++round) {
    int* const mine = tile[round];
    load_by_one(&barrier, mine, in + 64 * round, 256);
    awaited ? wait(&barrier, round) : __syncthreads();
    const int sum = mine[threadIdx.x] + mine[63 - threadIdx.x];  // $sum
    __syncthreads();
    mine[threadIdx.x] = mine[32 + threadIdx.x] = sum;
    fence_proxies();
    __syncthreads();
    if (threadIdx.x == 0) store(out + 64 * round, mine, 256);
  }
  if (threadIdx.x == 0) wait_until_written();
}

int sums(int i) { return i < 64 ? 63 : 191; }

// Two tiles come in through an mbarrier, and go out in bulk groups.
CASE(awaited, passed) { return on_numbers(sums, two_tiles, 1, true); }

// No other barrier replaces the wait.
// missing: may still be in flight: before line $sum, wait at shared barrier for the phase that
// missing: counts its bytes.
CASE(not_awaited, data_race) { return on_numbers(sums, two_tiles, 1, false); }

__device__ int seen;

/// Copies `bytes` bytes to word `word` of the tile.
__global__ void one_copy(const int* in, int word, int bytes, bool early) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t barrier;
  init_by_one(&barrier, 1);
  load_by_one(&barrier, tile + word, in, bytes);
  if (early) seen = tile[0];  // $early
  wait(&barrier, 0);
  if (!early) seen = tile[0];
}

// Not even the thread that begins a bulk copy may read its target.
// missing: in flight: before line $early, wait at
CASE(read_by_its_thread, data_race) {
  return run(one_copy, 1, 1, numbers(64), 0, 256, true);
}

// missing: a bulk copy moves a multiple of 16 bytes
CASE(of_odd_size, api_error) { return run(one_copy, 1, 1, numbers(64), 0, 20, false); }

// missing: both addresses must be multiples of 16
CASE(to_odd_address, api_error) { return run(one_copy, 1, 1, numbers(64), 2, 64, false); }

__global__ void overwrite(int* in, int* out) {
  __shared__ alignas(16) int tile[32];
  __shared__ uint64_t barrier;
  init_by_one(&barrier, 1);
  load_by_one(&barrier, tile, in + 32 * blockIdx.x, 128);
  __syncthreads();
  in[32 * blockIdx.x + threadIdx.x] = -1;  // $overwrite
  wait(&barrier, 0);
  out[32 * blockIdx.x + threadIdx.x] = tile[threadIdx.x];
}

// missing: in flight: before line $overwrite, wait at
CASE(source_overwritten, data_race) {
  return run(overwrite, 4, 32, numbers(128), device<int>(128));
}

enum Way { straight, read_in_flight, changed };

/// One thread copies in and out, twice through the same tile.
__global__ void pass_through(const int* in, int* out, Way way) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t barrier;
  init_by_one(&barrier, 1);
  if (threadIdx.x > 0) return;
  for (int round = 0; round < 2; ++round) {
    load_by_one(&barrier, tile, in + 64 * round, 256);
    wait(&barrier, round);
    if (way == changed) tile[5] = 64 * round + 5;  // $change
    store(out + 64 * round, tile, 256);
    if (way != read_in_flight) wait_until_read();
  }
  wait_until_written();
}

// A bulk copy may read what another bulk copy has written, without a proxy fence.
CASE(straight_through, passed) { return on_numbers(same, pass_through, 1, straight); }

// The next tile comes while the copy out of the buffer still reads it.
// missing: may still read these bytes: its thread must commit it and wait
CASE(target_in_flight, data_race) {
  return on_numbers(same, pass_through, 1, read_in_flight);
}

// The thread itself changes a word of the tile before the copy takes it out.
// missing: a fence.proxy.async must lie between line $change and
// unsaid: Nothing orders
CASE(of_changed_tile, data_race) { return on_numbers(same, pass_through, 1, changed); }

/// Makes two copies of 256 bytes; the barrier is told to expect `expected` bytes.
__global__ void two_copies(const int* in, int* out, int expected) {
  __shared__ alignas(16) int tile[128];
  __shared__ uint64_t barrier;
  init_by_one(&barrier, 1);
  if (threadIdx.x == 0) {
    arrive_expecting(&barrier, expected);
    load(&barrier, tile, in, 256);
    load(&barrier, tile + 64, in + 64, 256);
  }
  wait(&barrier, 0);
  for (int i = threadIdx.x; i < 128; i += 32) out[i] = tile[i];
}

int expecting(int bytes) { return on_numbers(same, two_copies, 1, bytes); }

CASE(all, passed) { return expecting(512); }

// Only the bytes of one of the two copies are announced.
// missing: ended without waiting for the bulk copy of
CASE(too_little, data_race) { return expecting(256); }

// The count of bytes passes zero, and the phase never ends.
// missing: expect_tx must announce exactly the bytes of the bulk copies
CASE(half_a_copy, deadlock) { return expecting(128); }

// The phase expects more bytes than the copies have.
// missing: expect_tx must announce exactly the bytes of the bulk copies
CASE(too_much, deadlock) { return expecting(1024); }

int reversed(int i) { return 31 - i % 32; }

__global__ void announced_later(const int* in, int* out) {
  __shared__ alignas(16) int tile[32];
  __shared__ uint64_t barrier;
  init_by_one(&barrier, 32);
  if (threadIdx.x == 7) {
    load(&barrier, tile, in, 128);
    expect(&barrier, 128);
  }
  arrive(&barrier);
  wait(&barrier, 0);
  out[32 * blockIdx.x + threadIdx.x] = tile[31 - threadIdx.x];
}

// The bytes are announced after the copy has begun, by one of many arriving threads.
CASE(expected_later, passed) { return on_numbers(reversed, announced_later, 4); }

__global__ void __cluster_dims__(2) across(const int* in) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) init(&barrier, 1);
  fence_proxies();
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" :::);
  if (threadIdx.x > 0 || blockIdx.x > 0) return;
  unsigned other;
  asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(other) : "r"(shared(tile)));
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
      "256, [%2];" ::"r"(other),
      "l"(in), "r"(shared(&barrier))
      : "memory");
}

// missing: block's own shared memory, where the mbarrier must be, too
CASE(to_another_block, api_error) { return run(across, 2, 32, numbers(128)); }
