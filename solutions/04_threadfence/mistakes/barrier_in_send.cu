// expect: divergent_barrier
// sendToBlock() ends with a barrier of the block, but only one thread calls it.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  // ...
  *static_cast<volatile int*>(flag) = 1;
  __syncthreads();
}
