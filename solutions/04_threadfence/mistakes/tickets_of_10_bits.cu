// expect: wrong_result, data_race, deadlock
// A ticket lock with 10 bits per ticket: 1,025 threads that want the lock at the same
// time are one too many.
// overlay

__device__ void lockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  const int ticket = (held.fetch_add(1024, cuda::memory_order_relaxed) >> 10) & 1023;
  while ((held.load(cuda::memory_order_acquire) & 1023) != ticket) {
  }
}

__device__ void unlockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  int seen = held.load(cuda::memory_order_relaxed);
  while (!held.compare_exchange_weak(seen, (seen & ~1023) | ((seen + 1) & 1023),
                                     cuda::memory_order_release,
                                     cuda::memory_order_relaxed)) {
  }
}
