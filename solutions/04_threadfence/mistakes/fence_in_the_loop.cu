// expect: data_race
// The fence is inside the waiting loop, so none follows the poll that finds the flag up.
// overlay

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) __threadfence();
  return *slot;
}
