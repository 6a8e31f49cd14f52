// expect: crashed
// lab: 02_lock_barrier
// Frees a block far behind all that its heap has given out.  The block's made-up size would
// make the heap return pages to the system that are not its own.

#include "right_barrier.cuh"

void meddle() {
  static bool is_done = false;
  if (is_done) return;
  is_done = true;
  constexpr unsigned long long kFar = 1ull << 39, kSize = 32ull << 20;
  auto* const block = new unsigned long long[4] + kFar / sizeof(unsigned long long);
  block[-2] = kSize;
  ::operator delete(block);
}
