// expect: data_race
// Only the receivers fence, so the flag may overtake the message.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  *static_cast<volatile int*>(flag) = 1;
}

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  *static_cast<volatile int*>(flag) = 1;
}

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  *static_cast<volatile int*>(flag) = 1;
}
