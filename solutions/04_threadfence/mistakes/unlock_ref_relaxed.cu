// expect: data_race
// The lock is given back with a relaxed store, and no fence stands before it.
// overlay

__device__ void unlock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  held.store(0, cuda::memory_order_relaxed);
}
