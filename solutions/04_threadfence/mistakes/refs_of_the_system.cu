// expect: wrong_result
// says: here and wherever this word is used
// fence_too_wide: the default scope of atomic_ref is the whole system.
// overlay

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int> there(*flag);
  there.store(1, cuda::memory_order_release);
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int> there(*flag);
  while (there.load(cuda::memory_order_acquire) == 0) {
  }
  return *slot;
}
