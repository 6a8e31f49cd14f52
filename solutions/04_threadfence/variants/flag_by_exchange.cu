// Raises the flag with atomicExch(), and polls it with an atomicAdd() of 0.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_block();
  atomicExch_block(flag, 1);
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (atomicAdd_block(flag, 0) == 0) {
  }
  // ...
}

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence();
  atomicExch(flag, 1);
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (atomicAdd(flag, 0) == 0) {
  }
  // ...
}

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_system();
  atomicExch_system(flag, 1);
}
