// expect: data_race
// The flag is read and written plainly: a race, and a loop that may read it only once.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence();
  *flag = 1;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*flag == 0) {
  }
  // ...
}
