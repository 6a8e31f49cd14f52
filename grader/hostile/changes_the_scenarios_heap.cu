// expect: bad_access
// lab: 02_lock_barrier
// Looks on the stack for a pointer to what a scenario has on the heap, a list of what is
// to be launched, and changes that.

#define launchPhases launchRightly
#include "right_barrier.cuh"
#undef launchPhases

void meddle() {}

void change() {
  constexpr unsigned long long kHeap = 1ull << 40, kNear = 1 << 20;
  unsigned long long here = 0;
  const auto mine = reinterpret_cast<unsigned long long>(new int(0));
  auto** at = reinterpret_cast<unsigned long long**>(&here) + 8;
  for (int i = 0; i < 512; ++i) {
    const unsigned long long distance = reinterpret_cast<unsigned long long>(at[i]) - mine;
    if (distance > kNear && distance % kHeap < kNear) *at[i] = 1;
  }
}

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  change();
  return launchRightly(grid, block, a, b, n, rounds, mutex, start, stream);
}
