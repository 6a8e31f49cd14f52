// expect: data_race
// says: does not release: it needs memory_order_release.
// unsaid: No __threadfence() lies
// The lock is given back with a relaxed store, and no fence stands before it.
// overlay

__device__ void unlock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  held.store(0, cuda::memory_order_relaxed);
}
