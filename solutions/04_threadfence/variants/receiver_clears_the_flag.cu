// Each receiver also clears the flag, so that the slot could be used for another
// message.
// overlay

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  // ...
  __threadfence_block();  // A.  Acquire: the flag, then the message.
  const Message message = *slot;
  *flag = 0;  // Plain: the sender, which alone wrote it, is done with it.
  return message;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (atomicExch(flag, 0) == 0) {
  }
  __threadfence();  // B.  Acquire: the flag, then the message.
  return *slot;
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  // ...
  while (there.load(cuda::memory_order_acquire) == 0) {  // E.
  }
  const Message message = *slot;
  there.store(0, cuda::memory_order_relaxed);
  return message;
}
