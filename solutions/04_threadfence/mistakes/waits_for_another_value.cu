// expect: deadlock
// The receiver waits until the flag is 2, and the sender sets it to 1.
// overlay

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) != 2) {
  }
  // ...
}
