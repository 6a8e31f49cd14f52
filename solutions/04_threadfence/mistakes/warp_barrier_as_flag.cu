// expect: data_race, deadlock
// __syncwarp() on each side waits only for its own warp, but the two threads are in
// different warps.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __syncwarp();
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  __syncwarp();
  return *slot;
}
