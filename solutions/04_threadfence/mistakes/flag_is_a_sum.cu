// expect: deadlock, wrong_result
// The flag is the sum of two of the values plus one: a message in which they are 0 and
// -1 never arrives.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_block();
  *static_cast<volatile int*>(flag) = int(unsigned(message.from) + message.number + 1);
}
