// expect: deadlock
// The lock is one of 64 words of its own, chosen by the address of the mutex: a thread
// that holds one mutex and wants another may wait for itself.
// overlay

__device__ int words[64];

__device__ void lockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(
      words[reinterpret_cast<size_t>(mutex) / sizeof(int) % 64]);
  while (held.exchange(1, cuda::memory_order_acquire) != 0) {
  }
}

__device__ void unlockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(
      words[reinterpret_cast<size_t>(mutex) / sizeof(int) % 64]);
  held.store(0, cuda::memory_order_release);
}
