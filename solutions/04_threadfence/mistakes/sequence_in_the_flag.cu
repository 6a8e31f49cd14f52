// expect: deadlock, data_race
// A sequence lock: the flag is odd while the slot is being written, and the reader looks
// twice.  By the sheet any flag but 0 says that the message is there, so a message of
// another sender is never received, and another receiver reads too early.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  volatile int* sequence = flag;
  volatile Message* words = slot;
  *sequence = 1;
  __threadfence();
  words->from = message.from;
  words->number = message.number;
  words->value = message.value;
  __threadfence();
  *sequence = 2;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  volatile int* sequence = flag;
  const volatile Message* words = slot;
  for (;;) {
    const int before = *sequence;
    __threadfence();
    const Message message{words->from, words->number, words->value};
    __threadfence();
    if (before == 2 && *sequence == before) return message;
  }
}
