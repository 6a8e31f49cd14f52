// expect: data_race
// says: No __threadfence_block() lies between
// unsaid: No __syncthreads()
// In a block, the flag is raised and polled by atomics, and no fence orders the message.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  atomicExch(flag, 1);
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (atomicAdd(flag, 0) == 0) {
  }
  return *slot;
}
