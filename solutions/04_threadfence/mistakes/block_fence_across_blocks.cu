// expect: data_race
// says: __threadfence_block in line 9 orders
// says: __threadfence_block in line 16 orders
// Fences of block scope between two blocks: each orders only for its own block.
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
