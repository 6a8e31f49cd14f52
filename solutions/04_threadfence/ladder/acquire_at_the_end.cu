// The store of the flag releases; the receiver polls it without any order, and acquires
// once, when it has seen it.  Should save the cost of an acquiring load each time that
// it finds nothing; the price is a fence at the end.  Measured on an H200, relative to
// the reference's time: 0.92 to 0.95.  The fence costs more than the polls: see
// release_acquire.cu.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int, cuda::thread_scope_device> there(*flag);
  there.store(1, cuda::memory_order_release);  // Pairs with A.
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  cuda::atomic_ref<int, cuda::thread_scope_device> there(*flag);
  while (there.load(cuda::memory_order_relaxed) == 0) {
  }
  // A.  Acquire: the flag, then the message.
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
  return *slot;
}
