// expect: data_race
// says: is ordinary, neither atomic nor volatile
// says: Write through a volatile pointer
// unsaid: cudaDeviceSynchronize
// The host polls the flag, and this thread raises it with an ordinary store.
// overlay

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_system();
  *flag = 1;
}
