// expect: data_race
// A relaxed exchange that fails on kReady is taken for an answer: nothing acquires.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  cuda::atomic_ref<int, cuda::thread_scope_device> now(*state);
  int expected = kEmpty;
  if (now.compare_exchange_strong(expected, kBusy, cuda::memory_order_relaxed)) {
    buildTable(table, recipe);
    now.store(kReady, cuda::memory_order_release);
    return table;
  }
  if (expected == kReady) return table;
  while (now.load(cuda::memory_order_acquire) != kReady) {
  }
  return table;
}
