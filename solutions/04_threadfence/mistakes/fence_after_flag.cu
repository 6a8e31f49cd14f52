// expect: data_race
// The fence comes after the flag, too late to hold the flag back.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  *static_cast<volatile int*>(flag) = 1;
  __threadfence();
}
