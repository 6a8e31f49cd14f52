// expect: data_race
// The sender fences for the device, the receiver in another block only for its own.
// overlay

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  __threadfence_block();
  return *slot;
}
