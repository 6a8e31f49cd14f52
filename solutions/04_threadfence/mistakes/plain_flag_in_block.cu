// expect: data_race
// says: is ordinary, neither atomic nor volatile
// unsaid: No __syncthreads()
// The flag is polled through a volatile pointer, but raised with an ordinary store.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_block();
  *flag = 1;
}
