// expect: wrong_result
// Relaxed operations and fences: right, but 4d asks for order in the operations.
// overlay

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_system();
  cuda::atomic_ref<int, kScope> there(*flag);
  there.store(1, cuda::memory_order_relaxed);
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  while (there.load(cuda::memory_order_relaxed) == 0) {
  }
  __threadfence_system();
  return *slot;
}
