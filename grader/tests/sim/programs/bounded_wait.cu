// Waits and attempts that end after a while, whether what they wait for has come or not.
#include "cases.h"

__device__ int flag, gave_up, looks_of_all, done;

__global__ void hand_over(int* taken, volatile int* full, volatile int* item) {
  if (blockIdx.x == 0) {
    *item = 42;
    __threadfence();
    *full = 1;
  } else {
    for (int looks = 0; looks < 20000 && *full == 0; ++looks) continue;
    __threadfence();
    *taken = *item;
  }
}

// The consumer polls 20,000 times and then reads: a shared GPU may pause for longer.
CASE(takes_what_is_there, wrong_result) {
  return run_expecting({42}, hand_over, 2, 1, zeros<int>(), zeros<int>());
}

template <bool patient>
__global__ void wait_a_while() {
  if (blockIdx.x == 0) {
    int looks = 0;
    while (atomicAdd(&flag, 0) == 0 && looks < 200) ++looks;
    while (patient && atomicAdd(&flag, 0) == 0) {
      ++looks;
      __nanosleep(100);
    }
    if (patient) atomicAdd(&looks_of_all, looks);
    if (!patient && looks == 200) atomicAdd(&gave_up, 1);
  } else {
    atomicAdd(&flag, 1);
  }
  atomicAdd(&done, 1);
}

// The thread goes on without the signal after 200 polls.
CASE(goes_on_without_the_signal, advice bounded_wait) {
  return run_leaving(done, 2, wait_a_while<false>, 2, 1);
}

// A wait that polls fast at first, and then with pauses, does not give up.
CASE(takes_its_time, passed) { return run_leaving(done, 2, wait_a_while<true>, 2, 1); }

__global__ void add_all(int* sum, const int* items, int count) {
  for (int i = 0; i < count; ++i) atomicAdd(sum, items[i]);
}

// To add 200 zeros is no wait, though the word stays the same.
CASE(adds_zeros, passed) {
  return run_expecting({0}, add_all, 1, 1, zeros<int>(200), 200);
}

__global__ void raise(int* maximum) {
  const int mine = blockIdx.x + 1;
  int seen = *(volatile int*)maximum;
  for (int attempt = 0; attempt < 4 && seen < mine; ++attempt) {
    const int before = atomicCAS(maximum, seen, mine);
    if (before == seen) return;
    seen = before;
  }
}

// Six blocks raise a maximum, with four attempts each.  A block that loses to four others
// in a row gives up, and its value is lost.
CASE(gives_up_after_four_races, advice output_differs) {
  int* maximum = managed<int>();
  *maximum = 0;
  const int failed = run(raise, 6, 1, maximum);
  std::printf("%d\n", *maximum);
  return failed;
}

__global__ void wait_for_ticks(long long ticks, long long* passed) {
  const long long begin = clock64();
  while (clock64() - begin < ticks) continue;
  *passed = clock64() - begin;
}

// Kernels wait for 20 million ticks of the clock, as in a demonstration of streams.
// schedules: 5
CASE(by_the_clock, passed) {
  constexpr long long kTicks = 20000000;
  long long* passed = managed<long long>(2);
  for (int i = 0; i < 2; ++i) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    wait_for_ticks<<<1, 1, 0, stream>>>(kTicks, passed + i);
  }
  return finish() || passed[0] < kTicks || passed[1] < kTicks;
}
