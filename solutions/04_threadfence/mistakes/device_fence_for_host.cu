// expect: data_race
// __threadfence() orders for the threads of the device, but not for the host.
// overlay

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence();
  *static_cast<volatile int*>(flag) = 1;
}
