// expect: deadlock
// The receiver looks only at the lowest byte of the flag, but another sender has raised
// it to 256.
// overlay

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while ((*static_cast<volatile int*>(flag) & 255) == 0) {
  }
  // ...
}
