// expect: stale_value
// Message and flag are volatile, without a fence: no race, but nothing guarantees the
// order.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  volatile Message* words = slot;
  words->from = message.from;
  words->number = message.number;
  words->value = message.value;
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  const volatile Message* words = slot;
  return Message{words->from, words->number, words->value};
}
