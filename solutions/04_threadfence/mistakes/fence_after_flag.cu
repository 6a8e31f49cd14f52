// expect: data_race
// The fence stands behind the flag: once it is up, it is too late.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  *static_cast<volatile int*>(flag) = 1;
  __threadfence();
}
