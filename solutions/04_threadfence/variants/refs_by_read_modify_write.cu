// Every poll and every store of 4d and of the lock is a read-modify-write.
// overlay

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int, kScope> there(*flag);
  there.fetch_add(1, cuda::memory_order_release);
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  while (there.exchange(0, cuda::memory_order_acquire) == 0) {
  }
  return *slot;
}

__device__ void lock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  int expected = 0;
  while (!held.compare_exchange_weak(expected, 1, cuda::memory_order_acquire,
                                     cuda::memory_order_relaxed))
    expected = 0;
}

__device__ void unlock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  held.fetch_sub(1, cuda::memory_order_release);
}
