// expect: data_race
// says: does not release: it needs memory_order_release.
// says: does not acquire: it needs memory_order_acquire
// unsaid: acq_rel
// Atomic, but relaxed: the flag is safe, the message is not.
// overlay

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int, kScope> there(*flag);
  there.store(1, cuda::memory_order_relaxed);
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  while (there.load(cuda::memory_order_relaxed) == 0) {
  }
  return *slot;
}
