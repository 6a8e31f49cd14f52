// expect: divergent_barrier
// says: neither that function nor the one
// unsaid: let all call it
// In a block, uses a barrier on each side instead of flag and fences: two different
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
