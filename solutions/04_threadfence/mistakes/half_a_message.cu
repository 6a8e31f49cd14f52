// expect: wrong_result
// The fields are copied one by one, and the last is forgotten.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  slot->from = message.from;
  slot->number = message.number;
  __threadfence();
  *static_cast<volatile int*>(flag) = 1;
}
