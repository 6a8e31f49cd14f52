// expect: data_race
// A pause between message and flag: time orders nothing.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __nanosleep(1000);
  *static_cast<volatile int*>(flag) = 1;
}
