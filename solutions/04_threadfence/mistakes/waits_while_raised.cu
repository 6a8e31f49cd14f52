// expect: deadlock
// The receiver's condition is turned round: it waits while the flag is raised.
// says: turn the condition round
// unsaid: did not wait
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence();
  *static_cast<volatile int*>(flag) += 1;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) != 0) {
  }
  __threadfence();
  return *slot;
}
