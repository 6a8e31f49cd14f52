// expect: advice redundant_fence
// To be safe, there is a second fence after the flag: it orders nothing that any thread
// relies on.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  // ...
  *static_cast<volatile int*>(flag) = 1;
  __threadfence();
}
