// expect: data_race
// says: there with a __threadfence()
// The receivers take the flag by an exchange, and have no fence behind it.
// unsaid: take its place
// overlay

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (atomicExch_block(flag, 0) == 0) {
  }
  return *slot;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (atomicExch(flag, 0) == 0) {
  }
  return *slot;
}
