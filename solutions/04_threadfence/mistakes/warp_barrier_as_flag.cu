// expect: data_race, deadlock
// __syncwarp() on either side: it waits for the own warp only, and the two are in two.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __syncwarp();
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  __syncwarp();
  return *slot;
}
