// expect: data_race
// Takes the lock with acquire, but gives it back with relaxed.
// overlay

__device__ void unlockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  held.store(0, cuda::memory_order_relaxed);
}
