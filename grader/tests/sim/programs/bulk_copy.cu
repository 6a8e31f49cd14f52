// A bulk copy may use its target and its source until a wait at its mbarrier returns.
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

// Two tiles come in by an mbarrier, and go out by groups.
CASE(awaited, passed) { return on_numbers(sums, two_tiles, 1, true); }

// No other barrier replaces the wait.
// missing: may still be in flight: before line $sum, wait at shared barrier for the phase that
// missing: counts its bytes.
CASE(not_awaited, data_race) { return on_numbers(sums, two_tiles, 1, false); }

__device__ int seen;

/// Copies so many bytes to this word of the tile.
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

// The source is written while the copy may still read it.
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

// What a bulk copy has brought, another one may take without a fence between proxies.
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

__global__ void copy_bytes(const unsigned char* in, unsigned char* out) {
  __shared__ alignas(16) unsigned char tile[64];
  __shared__ uint64_t barrier;
  unsigned sum = 0;
  for (int i = 0; i < 64; ++i) sum += in[i];
  for (int round = 0; round < 2; ++round) {
    init_by_one(&barrier, 1);
    load_by_one(&barrier, (int*)tile, (const int*)in, 64);
    wait(&barrier, 0);
    for (int i = 0; i < 64; ++i) sum -= tile[i] - tile[0];
    __syncthreads();
    if (threadIdx.x == 0)
      asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(shared(&barrier))
                   : "memory");
    tile[threadIdx.x] = tile[threadIdx.x + 32] = (unsigned char)(sum / 64);
    fence_proxies();
    __syncthreads();
    if (threadIdx.x == 31) {
      store((int*)(out + 64 * round), (int*)tile, 64);
      wait_until_written();
    }
    __syncthreads();
    if (out[64 * round + threadIdx.x] != tile[threadIdx.x]) __trap();
    __syncthreads();
  }
}

// Single bytes are used at both ends; the mbarrier is invalidated and begins anew.
CASE(of_bytes, passed) {
  auto* in = managed<unsigned char>(64);
  auto* out = managed<unsigned char>(128);
  for (int i = 0; i < 64; ++i) in[i] = 0;
  if (run(copy_bytes, 1, 32, in, out) != 0) return 1;
  in[3] = 1;
  return 0;
}

constexpr int kPage = 4096, kInts = kPage / 4;

__global__ void doubled(int* in, int* out) {
  __shared__ alignas(16) int tile[kInts];
  __shared__ uint64_t barrier;
  init_by_one(&barrier, 1);
  load_by_one(&barrier, tile, in, kPage);
  wait(&barrier, 0);
  for (int i = threadIdx.x; i < kInts; i += blockDim.x) {
    in[i] = 7;
    tile[i] = 2 * tile[i] + 1;
  }
  fence_proxies();
  __syncthreads();
  if (threadIdx.x != 0) return;
  store(out, tile, kPage);
  wait_until_written();
  for (int i = 0; i < kInts; ++i) ++out[i];
}

// Whole pages of unused memory are copied; after the waits all of it may be used.
CASE(of_pages, passed) {
  int* out = managed<int>(kInts);
  doubled<<<1, 64>>>(zeros<int>(kInts), out);
  return finish(out, kInts, [](int) { return 2; });
}
