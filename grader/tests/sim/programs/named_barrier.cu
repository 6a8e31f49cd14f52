// Barriers of PTX have a number and a count of threads.  Some threads only arrive.
#include "cases.h"

constexpr int kRounds = 3;

/// One warp writes a buffer, and the other reads it.  Barrier 1 means that it is full.
/// Barrier 2, for `threads` threads, means that it is empty; with 0 it is not used.
__global__ void hand_over(int* sums, int threads) {
  __shared__ int buffer[32];
  const int lane = threadIdx.x % 32;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    if (threadIdx.x < 32) {
      buffer[lane] = lane + round;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      if (threads > 0) asm volatile("bar.sync %0, %1;" ::"r"(2), "r"(threads) : "memory");
    } else {
      asm volatile("barrier.sync 1, 64;" ::: "memory");
      sum += buffer[31 - lane];
      if (threads == 64) asm volatile("barrier.arrive 2, 64;" ::: "memory");
      if (threads == 96) asm volatile("barrier.arrive 2, 96;" ::: "memory");
    }
  }
  if (threadIdx.x >= 32) sums[lane] = sum;
}

int between_warps(int threads) {
  int* sums = managed<int>(32);
  hand_over<<<1, 64>>>(sums, threads);
  return finish(sums, 32, [](int i) { return kRounds * (31 - i) + 3; });
}

CASE(between_warps, passed) { return between_warps(64); }

// The barrier of the empty buffer expects three warps, and there are two.
CASE(expects_too_many, deadlock) { return between_warps(96); }

// The writer does not wait for the reader: it writes while the last round is read.
CASE(not_awaited, data_race) { return between_warps(0); }

__global__ void ask(int* errors) {
  unsigned count, all, some;
  const unsigned yes = threadIdx.x % 4 == 0;
  asm volatile(
      "{\n\t.reg .pred p, q, r;\n\tsetp.ne.u32 p, %3, 0;\n\t"
      "bar.red.popc.u32 %0, 0, p;\n\tbar.red.and.pred q, 3, 64, p;\n\t"
      "bar.red.or.pred r, 3, 64, !p;\n\t"
      "selp.u32 %1, 1, 0, q;\n\tselp.u32 %2, 1, 0, r;\n\t}"
      : "=r"(count), "=r"(all), "=r"(some)
      : "r"(yes)
      : "memory");
  if (count != 16 || all || !some) atomicAdd(errors, 1);
}

// bar.red counts, and asks whether all or some threads say yes.
CASE(with_a_reduction, passed) { return run_expecting({0}, ask, 1, 64); }
