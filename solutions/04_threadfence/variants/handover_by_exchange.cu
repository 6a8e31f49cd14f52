// The receiver takes the flag down with the same atomicExch() that finds it up.
// overlay

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (atomicExch(flag, 0) == 0) {
  }
  // ...
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (atomicExch(flag, 0) == 0) {
  }
  // ...
}
