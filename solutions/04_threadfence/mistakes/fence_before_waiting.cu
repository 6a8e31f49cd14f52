// expect: data_race
// The receiver fences before it waits: what comes after the flag is not ordered.
// overlay

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  __threadfence();
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  return *slot;
}
