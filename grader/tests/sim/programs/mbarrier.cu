// The arrivals at an mbarrier of PTX must release, and be as many as it expects.
#include "cases.h"
#include "parts/bulk_copies.h"

#define ARRIVE(order, state, barrier)                          \
  asm volatile("mbarrier.arrive" order ".shared.b64 %0, [%1];" \
               : "=l"(state)                                   \
               : "r"(barrier)                                  \
               : "memory")

/// Waits by state, by parity, in a loop of PTX, and after the barrier has begun anew.
__global__ void exchange(int* out, int expected, bool relaxed) {
  __shared__ uint64_t barrier;
  __shared__ int values[64];
  const unsigned address = shared(&barrier);
  if (threadIdx.x == 0) init(&barrier, expected);
  __syncthreads();

  values[threadIdx.x] = threadIdx.x;
  uint64_t state;
  if (relaxed)
    ARRIVE(".relaxed.cta", state, address);
  else
    ARRIVE("", state, address);
  unsigned done = 0;
  while (!done)
    asm volatile(
        "{\n\t.reg .pred p;\n\tmbarrier.test_wait.shared.b64 p, [%1], %2;\n\t"
        "selp.u32 %0, 1, 0, p;\n\t}"
        : "=r"(done)
        : "r"(address), "l"(state)
        : "memory");
  const int seen = values[63 - threadIdx.x];

  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(address)
               : "memory");
  asm volatile(
      "{\n.reg .pred P1;\nLAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra.uni DONE;\nbra.uni LAB_WAIT;\nDONE:\n}" ::"r"(address),
      "r"(1)
      : "memory");
  values[threadIdx.x] = 2 * seen;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x != 0) return;
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(address) : "memory");
  init(&barrier, 1);
  ARRIVE("", state, address);
  wait(&barrier, 0);
}

int in_a_block(int expected, bool relaxed) {
  int* out = managed<int>(64);
  exchange<<<1, 64>>>(out, expected, relaxed);
  return finish(out, 64, [](int i) { return 2 * (63 - i); });
}

CASE(in_a_block, passed) { return in_a_block(64, false); }

CASE(expects_too_many, deadlock) { return in_a_block(65, false); }

// If the arrivals release nothing, writes before them are not seen behind the wait.
CASE(relaxed, data_race) { return in_a_block(64, true); }

/// Each block writes to the first block's shared memory, and arrives at its mbarrier.
__global__ void __cluster_dims__(4, 1, 1) gather(int* out, bool relaxed) {
  __shared__ int values[4];
  __shared__ uint64_t barrier;
  unsigned rank, inbox, signal;
  const unsigned own = shared(&barrier);
  asm("mov.u32 %0, %cluster_ctarank;" : "=r"(rank));
  asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(inbox) : "r"(shared(&values[rank])));
  asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(signal) : "r"(own));
  if (rank == 0) init(&barrier, 4);
  asm volatile(
      "fence.mbarrier_init.release.cluster;\n"
      "barrier.cluster.arrive.relaxed;\nbarrier.cluster.wait;" ::
          : "memory");
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(inbox), "r"(rank + 1));
  if (relaxed)
    asm volatile(
        "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0];" ::"r"(signal)
        : "memory");
  else
    asm volatile(
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(signal)
        : "memory");
  if (rank == 0) {
    unsigned done = 0;
    while (!done)
      asm volatile(
          "{\n.reg .pred p;\n"
          "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0;\n"
          "selp.u32 %0, 1, 0, p;\n}"
          : "=r"(done)
          : "r"(own)
          : "memory");
    *out = values[0] + values[1] + values[2] + values[3];
  }
  asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
}

CASE(in_a_cluster, passed) { return run_expecting({10}, gather, 4, 1, false); }

// The arrivals at the first block's mbarrier release nothing.
// told: values
CASE(in_a_cluster_relaxed, data_race) { return run_expecting({10}, gather, 4, 1, true); }
