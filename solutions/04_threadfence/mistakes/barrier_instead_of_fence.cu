// expect: data_race, divergent_barrier
// __syncthreads() between message and flag, but other blocks take no part in it.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __syncthreads();
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  __syncthreads();
  return *slot;
}
