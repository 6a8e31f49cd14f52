// expect: data_race
// The flag goes up before the message is in the slot: the fence orders them the wrong
// way.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *static_cast<volatile int*>(flag) = 1;
  __threadfence();
  *slot = message;
}
