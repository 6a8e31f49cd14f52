// expect: passed
// lab: 02_lock_barrier
// The honest twin of has_a_large_frame: its stack is large enough for its arrays.

#include "right_barrier.cuh"

int sum(const int* numbers, int n) {
  return n == 0 ? 0 : numbers[n - 1] + sum(numbers, n - 1);
}

void meddle() {
  __attribute__((uninitialized)) int large[100000];
  const int n = large[99999] = 3;
  __attribute__((uninitialized)) int some[n * 1000];
  auto* more = static_cast<int*>(__builtin_alloca(n * sizeof(int)));
  for (int i = 0; i < n; ++i) more[i] = some[i] = i;
  if (sum(some, n) != sum(more, n)) large[0] = 1;
}
