// expect: data_race
// says: comes before the write in
// unsaid: A fence must come before the signal
// The sender fences before it writes, the receiver before it waits.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  __threadfence_block();
  *slot = message;
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  __threadfence_block();
  while (*static_cast<volatile int*>(flag) == 0) continue;
  return *slot;
}
