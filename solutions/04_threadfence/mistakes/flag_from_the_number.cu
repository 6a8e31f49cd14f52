// expect: deadlock
// The flag is the number of the message plus one: message number -1 never arrives.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_block();
  *static_cast<volatile int*>(flag) = message.number + 1;
}
