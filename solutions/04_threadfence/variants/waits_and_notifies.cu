// The receiver waits with the library's wait(); the lock polls with relaxed loads,
// sleeps, and acquires when it takes the lock.
// overlay

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  cuda::atomic_ref<int, kScope> there(*flag);
  *slot = message;
  there.store(1, cuda::memory_order_release);
  there.notify_all();
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  there.wait(0, cuda::memory_order_acquire);
  return *slot;
}

__device__ void lock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  for (;;) {
    int expected = 0;
    if (held.compare_exchange_weak(expected, 1, cuda::memory_order_acquire,
                                   cuda::memory_order_relaxed))
      return;
    while (held.load(cuda::memory_order_relaxed) != 0) __nanosleep(20);
  }
}
