// expect: divergent_barrier
// In a block, a barrier on either side in place of flag and fences: two different
// barriers.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __syncthreads();
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  __syncthreads();
  return *slot;
}
