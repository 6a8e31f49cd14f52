// expect: divergent_barrier
// sendToHost() begins with a barrier of the block, but only one thread calls it.
// overlay

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  __syncthreads();
  *slot = message;
  // ...
}
