// expect: data_race
// The lock is taken with acquire and given back with relaxed.
// overlay

__device__ void unlockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  held.store(0, cuda::memory_order_relaxed);
}
