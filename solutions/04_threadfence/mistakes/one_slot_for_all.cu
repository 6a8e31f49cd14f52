// expect: data_race, wrong_result
// All messages between blocks go through one slot of the device: the second message
// overwrites the first if that has not been read.
// overlay

__device__ Message g_slot;

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  g_slot = message;
  __threadfence();
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  // ...
  __threadfence();
  return g_slot;
}
