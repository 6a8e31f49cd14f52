// expect: passed
// lab: 02_lock_barrier
// The honest twin of moves_its_callers_frame: callees, CUDA, the libraries and atomics
// write to variables of their callers, and a switch covers all of its cases.

#include <cuda/atomic>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <vector>

#include "right_barrier.cuh"

struct Large {
  long values[40];
};

__attribute__((noinline)) void fill(Large* large, int depth) {
  if (depth > 0) return fill(large, depth - 1);
  for (long& value : large->values) value = 3;
}

__attribute__((noinline)) Large returned(int n) {
  Large large{};
  fill(&large, n);
  return large;
}

int times(int which) {
  switch (which & 3) {
    case 0: return 1;
    case 1: return 2;
    case 2: return 3;
    case 3: return 4;
    default: __builtin_unreachable();
  }
}

void meddle() {
  Large large = returned(5);
  char text[16];
  std::snprintf(text, sizeof text, "%ld", large.values[39]);
  int device = -1, copied = 0, array[times(3)];
  cudaGetDevice(&device);
  cudaMemcpy(&copied, &device, sizeof copied, cudaMemcpyHostToHost);
  for (int& each : array) each = 4;
  std::sort(array, array + 4, [&](int a, int b) { return ++copied, a < b; });
  cuda::atomic_ref<int, cuda::thread_scope_system>(copied).fetch_add(1);
  std::list<int> list(array, array + 4), other{1};
  list.reverse();
  list.splice(list.begin(), other);
  list.swap(other);
  std::map<int, int> map;
  for (int i = 0; i < 100; ++i) map[i * 37 % 101] = i;
  for (int i = 0; i < 50; ++i) map.erase(i);
  if (device < 0 || copied == 0 || other.size() != 5 || map.empty())
    std::abort();
}
