// expect: wrong_result
// The message is in the slot, but the flag that announces it stays down.
// overlay

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_system();
}
