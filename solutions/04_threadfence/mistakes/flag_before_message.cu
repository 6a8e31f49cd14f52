// expect: data_race
// Raises the flag before the message is in the slot: the fence orders them the wrong way
// round.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *static_cast<volatile int*>(flag) = 1;
  __threadfence();
  *slot = message;
}
