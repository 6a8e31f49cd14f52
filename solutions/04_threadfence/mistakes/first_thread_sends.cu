// expect: deadlock
// Only thread 0 of a block sends; a call by another thread is ignored.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  if (threadIdx.x != 0) return;
  *slot = message;
  // ...
}
