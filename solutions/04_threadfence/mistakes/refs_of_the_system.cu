// expect: wrong_result
// fence_too_wide: the default scope of atomic_ref is the whole system.
// overlay

__device__ void lockRef(int* mutex) {
  cuda::atomic_ref<int> held(*mutex);
  while (held.exchange(1, cuda::memory_order_acquire) != 0) {
  }
}

__device__ void unlockRef(int* mutex) {
  cuda::atomic_ref<int> held(*mutex);
  held.store(0, cuda::memory_order_release);
}

__device__ const int* tableOnceRef(int* state, int* table, Recipe recipe) {
  cuda::atomic_ref<int> now(*state);
  if (now.load(cuda::memory_order_acquire) == kReady) return table;
  // ...
}
