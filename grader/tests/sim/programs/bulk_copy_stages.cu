// Bulk copies bring the next tiles while others are in use: a stage must first be empty.
#include "cases.h"
#include "parts/bulk_copies.h"

constexpr int kTiles = 8;

/// One warp fills the stages, and ends before the other has taken the last one out.
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

constexpr int kWords = 128, kBytes = kWords * sizeof(int);
constexpr uint64_t kPolicy = 0x12F0000000000000;

__device__ void load_with_hint(uint64_t* barrier, int* to, const int* from) {
  asm volatile(
      "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint "
      "[%0], [%1], %2, [%3], %4;" ::"r"(shared(to)),
      "l"(from), "r"(kBytes), "r"(shared(barrier)), "l"(kPolicy)
      : "memory");
}

__device__ void store_with_hint(int* to, const int* from) {
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;" ::
          "l"(to),
      "r"(shared(from)), "r"(kBytes), "l"(kPolicy)
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

__global__ void add(const int* a, const int* b, int* sums, int tiles) {
  extern __shared__ __align__(128) int memory[];
  int *own_a = memory, *own_b = memory + 2 * kWords, *own_sums = memory + 4 * kWords;
  __shared__ uint64_t full[2];
  const int me = threadIdx.x;
  if (me == 0) {
    init(&full[0], 1), init(&full[1], 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  const auto fetch_tile = [&](int i, int slot) {
    arrive_expecting(&full[slot], 2 * kBytes);
    load_with_hint(&full[slot], own_a + slot * kWords, a + i * kWords);
    load_with_hint(&full[slot], own_b + slot * kWords, b + i * kWords);
  };
  int round = 0;
  if (me == 0 && blockIdx.x < tiles) fetch_tile(blockIdx.x, 0);
  for (int i = blockIdx.x; i < tiles; i += gridDim.x, ++round) {
    const int slot = round % 2, at = slot * kWords + me;
    if (me == 0 && i + gridDim.x < tiles) fetch_tile(i + gridDim.x, slot ^ 1);
    while (!try_wait(&full[slot], round / 2 % 2)) {
    }
    if (me == 0) wait_until_read<1>();
    __syncthreads();
    own_sums[at] = own_a[at] + own_b[at];
    fence_proxies();
    __syncthreads();
    if (me == 0) store_with_hint(sums + i * kWords, own_sums + slot * kWords);
  }
  if (me == 0) wait_until_read();
}

// Tiles stream through two buffers in and two out; with cache hints and a bounded wait.
CASE(in_a_stream, passed) {
  constexpr int tiles = 9, count = tiles * kWords;
  int *a = numbers(count), *b = numbers(count), *sums = managed<int>(count);
  for (int round = 0; round < 3; ++round)
    add<<<2, kWords, 6 * kBytes>>>(a, b, sums, tiles);
  return finish(sums, count, [](int i) { return 2 * i; });
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
      load(&full[at], tile[at], in + 64 * round, 256);
      arrive(&full[at]);
      continue;
    }
    const int addend = in[64 * round + threadIdx.x];
    wait(&full[at], phase);
    tile[at][threadIdx.x] += addend;
    fence_proxies();
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x == 0) {
      store(out + 64 * round, tile[at], 256);
      wait_until_read();
      arrive(&empty[at]);
    }
  }
}

// A warp brings tiles, others change them in place and send them on; a barrier of PTX.
CASE(in_place, passed) {
  constexpr int count = 64 * 5;
  int *first = numbers(count), *second = managed<int>(count);
  double_in_place<<<1, 96>>>(first, second, 5);
  double_in_place<<<1, 96>>>(second, first, 5);
  if (finish(second, count, [](int i) { return 2 * i; }) != 0) return 1;
  return finish(first, count, [](int i) { return 4 * i; });
}
