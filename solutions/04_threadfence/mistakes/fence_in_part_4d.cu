// expect: wrong_result
// Relaxed operations and fences: right, but 4d asks for order in the operations.
// overlay

__device__ void lockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  while (held.exchange(1, cuda::memory_order_relaxed) != 0) {
  }
  __threadfence();
}

__device__ void unlockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  __threadfence();
  held.store(0, cuda::memory_order_relaxed);
}
