// expect: data_race
// says: Nor does one lie between the atomicExch_block
// unsaid: No __syncthreads()
// Neither side fences, and the receiver polls by an exchange.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  atomicExch_block(flag, 1);
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (atomicExch_block(flag, 0) == 0) {
  }
  return *slot;
}
