// expect: data_race, wrong_result
// The sender omits the fence from the 17th message on.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  if (message.number < 16) __threadfence();
  *static_cast<volatile int*>(flag) = 1;
}
