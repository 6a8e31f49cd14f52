// expect: data_race
// The sender fences for the device, but the receiver, in another block, only for its own
// block.
// overlay

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  __threadfence_block();
  return *slot;
}
