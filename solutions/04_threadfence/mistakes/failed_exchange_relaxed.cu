// expect: data_race
// A relaxed exchange that fails on kReady is taken for an answer: nothing acquires.
// overlay

__device__ const int* tableOnceRef(int* state, int* table, Recipe recipe) {
  // ...
  if (now.compare_exchange_strong(expected, kBusy, cuda::memory_order_relaxed)) {
    // ...
  }
  if (expected == kReady) return table;
  while (now.load(cuda::memory_order_acquire) != kReady) {
  }
  return table;
}
