// expect: data_race
// atomicExch() is atomic for the device, but not for the host that polls the flag.
// overlay

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_system();
  atomicExch(flag, 1);
}
