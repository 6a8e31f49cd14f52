// expect: wrong_result
// fence_too_wide: __threadfence() where both threads are in one block.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence();
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  __threadfence();
  return *slot;
}
