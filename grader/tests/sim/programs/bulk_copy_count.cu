// An mbarrier counts the bytes of its block's bulk copies, and is told how many to
// expect.
#include "cases.h"
#include "parts/bulk_copies.h"

/// Two copies of 256 bytes; the barrier is told to expect so many.
__global__ void two_copies(const int* in, int* out, int expected) {
  __shared__ alignas(16) int tile[128];
  __shared__ uint64_t barrier;
  init_by_one(&barrier, 1);
  if (threadIdx.x == 0) {
    expected == 0 ? arrive(&barrier) : arrive_expecting(&barrier, expected);
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

// The phase ends with the arrival, because no bytes are announced.
// missing: ended without waiting for the bulk copy of
CASE(nothing, data_race) { return expecting(0); }

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
  uint64_t state;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];"
               : "=l"(state)
               : "r"(shared(&barrier))
               : "memory");
  unsigned done = 0;
  while (!done)
    asm volatile(
        "{\n.reg .pred p;\nmbarrier.test_wait.shared::cta.b64 p, [%1], %2;\n"
        "selp.u32 %0, 1, 0, p;\n}"
        : "=r"(done)
        : "r"(shared(&barrier)), "l"(state)
        : "memory");
  out[32 * blockIdx.x + threadIdx.x] = tile[31 - threadIdx.x];
}

// The bytes are announced after the copy has begun, by one of many that arrive; all
// blocks copy from the same place, and threads wait by their state.
CASE(expected_later, passed) { return on_numbers(reversed, announced_later, 4); }

/// Copies into the other block's tile, or counts at its barrier.
__global__ void __cluster_dims__(2) across(const int* in, bool its_tile) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) init(&barrier, 1);
  fence_proxies();
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" :::);
  if (threadIdx.x > 0 || blockIdx.x > 0) return;
  const unsigned own_tile = shared(tile), own_barrier = shared(&barrier);
  unsigned other;
  asm volatile("mapa.shared::cluster.u32 %0, %1, 1;"
               : "=r"(other)
               : "r"(its_tile ? own_tile : own_barrier));
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
      "256, [%2];" ::"r"(its_tile ? other : own_tile),
      "l"(in), "r"(its_tile ? own_barrier : other)
      : "memory");
}

// missing: block's own shared memory, where the mbarrier must be, too
CASE(to_another_block, api_error) { return run(across, 2, 32, numbers(128), true); }

// missing: block's own shared memory, where the mbarrier must be, too
CASE(counted_by_another_block, api_error) {
  return run(across, 2, 32, numbers(128), false);
}
