// expect: stale_value
// says: No __threadfence_block() lies between
// says: which signals it
// unsaid: strong
// Message and flag are volatile, in a block: nothing guarantees the order without fences.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  volatile Message* words = slot;
  words->from = message.from;
  words->number = message.number;
  words->value = message.value;
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  const volatile Message* words = slot;
  return Message{words->from, words->number, words->value};
}
