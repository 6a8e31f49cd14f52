// expect: deadlock
// lockRef() draws tickets in the upper half of the word, and unlockRef() counts in the
// lower half: after 65,536 the count carries over into the tickets.
// overlay

__device__ void lockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  const unsigned ticket =
      unsigned(held.fetch_add(65536, cuda::memory_order_relaxed)) >> 16;
  while ((unsigned(held.load(cuda::memory_order_acquire)) & 65535u) != ticket) {
  }
}

__device__ void unlockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  held.fetch_add(1, cuda::memory_order_release);
}
