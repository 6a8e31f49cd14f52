// expect: wrong_result
// says: cuda::thread_scope_device in its type is enough
// unsaid: __threadfence() is enough
// fence_too_wide: an atomic_ref whose type names no scope has that of the whole system.
// overlay

__device__ void lockRef(int* mutex) {
  cuda::atomic_ref<int> held(*mutex);
  while (held.exchange(1) != 0) {
  }
}

__device__ void unlockRef(int* mutex) {
  cuda::atomic_ref<int> held(*mutex);
  held.store(0);
}
