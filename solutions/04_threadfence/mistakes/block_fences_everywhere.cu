// expect: data_race
// says: The __threadfence_block in line 16
// says: there with a __threadfence_system()
// Each part of 4a fences for its own block only.
// overlay

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_block();
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  __threadfence_block();
  return *slot;
}

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_block();
  *static_cast<volatile int*>(flag) = 1;
}
