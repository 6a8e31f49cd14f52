// The flag is part of the message, with its lowest bit set so that it is never 0; it may
// be negative.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_block();
  *static_cast<volatile int*>(flag) = message.value | 1;
}

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence();
  *static_cast<volatile int*>(flag) = message.number | 1;
}

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_system();
  *static_cast<volatile int*>(flag) = message.value | 1;
}
