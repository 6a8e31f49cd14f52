// expect: deadlock
// The value of the message is its flag: a message whose value is 0 never arrives.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence();
  *static_cast<volatile int*>(flag) = message.value;
}
