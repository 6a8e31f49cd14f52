// expect: data_race
// thread_scope_block on a mutex that all blocks share.
// overlay

__device__ void lock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_block> held(*mutex);
  while (held.exchange(1, cuda::memory_order_acquire) != 0) {
  }
}

__device__ void unlock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_block> held(*mutex);
  held.store(0, cuda::memory_order_release);
}
