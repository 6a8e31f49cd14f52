// expect: data_race
// Only the senders fence, so a receiver may read the slot before the flag.
// overlay

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  return *slot;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  return *slot;
}
