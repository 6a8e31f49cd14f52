// expect: data_race
// The slot is copied first, and only then does the receiver wait.
// overlay

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  const Message message = *slot;
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  __threadfence();
  return message;
}
