// expect: data_race
// Volatile stores of the message, and a reader that copies it plainly: still no order.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  volatile Message* words = slot;
  words->from = message.from;
  words->number = message.number;
  words->value = message.value;
  *static_cast<volatile int*>(flag) = 1;
}
