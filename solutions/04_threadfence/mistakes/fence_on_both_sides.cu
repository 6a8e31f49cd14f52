// expect: advice redundant_fence
// To be safe, another fence behind the flag: it orders nothing that anybody relies on.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  // ...
  *static_cast<volatile int*>(flag) = 1;
  __threadfence();
}
