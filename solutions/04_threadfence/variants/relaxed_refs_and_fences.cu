// Relaxed atomic_refs for the flags, and fences for the order.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_block();
  cuda::atomic_ref<int, cuda::thread_scope_block>(*flag).store(
      1, cuda::memory_order_relaxed);
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (cuda::atomic_ref<int, cuda::thread_scope_block>(*flag).load(
             cuda::memory_order_relaxed) == 0) {
  }
  // ...
}

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence();
  cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(
      1, cuda::memory_order_relaxed);
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).load(
             cuda::memory_order_relaxed) == 0) {
  }
  // ...
}

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_system();
  cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(
      1, cuda::memory_order_relaxed);
}
