// expect: data_race
// The load that finds kReady at the first look is relaxed.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  cuda::atomic_ref<int, cuda::thread_scope_device> now(*state);
  if (now.load(cuda::memory_order_relaxed) == kReady) return table;
  int expected = kEmpty;
  if (now.compare_exchange_strong(expected, kBusy, cuda::memory_order_relaxed)) {
    buildTable(table, recipe);
    now.store(kReady, cuda::memory_order_release);
    return table;
  }
  while (now.load(cuda::memory_order_acquire) != kReady) {
  }
  return table;
}
