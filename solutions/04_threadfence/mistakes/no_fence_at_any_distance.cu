// expect: data_race
// says: there with a __threadfence()
// says: there with a __threadfence_system()
// Every flag of 4a is volatile, and no function fences.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  return *slot;
}

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  return *slot;
}

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  *static_cast<volatile int*>(flag) = 1;
}
