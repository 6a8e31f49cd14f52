// expect: wrong_result
// says: take the scope from kScope
// unsaid: cuda::thread_scope_block in its type
// Both functions of 4d leave the scope to its default, the whole system.
// overlay

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int>(*flag).store(1, cuda::memory_order_release);
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int> ref(*flag);
  while (ref.load(cuda::memory_order_acquire) == 0) {
  }
  return *slot;
}
