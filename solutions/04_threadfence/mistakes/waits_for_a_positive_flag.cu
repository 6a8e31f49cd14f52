// expect: deadlock
// The flag carries the value with its lowest bit set, and the receiver waits for a
// positive one: a negative value never arrives.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence();
  *static_cast<volatile int*>(flag) = message.value | 1;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) <= 0) {
  }
  // ...
}
