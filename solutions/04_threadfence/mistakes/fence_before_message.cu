// expect: data_race
// The fence comes before the message, not after it.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  __threadfence();
  *slot = message;
  *static_cast<volatile int*>(flag) = 1;
}
