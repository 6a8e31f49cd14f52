// expect: data_race, no_progress
// The receiver reads the flag once, and its loop has nothing but a fence.
// says: keeps running without reading memory
// unsaid: smaller input
// overlay

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  const int seen = *static_cast<volatile int*>(flag);
  while (seen == 0) {
    __threadfence_block();
  }
  return *slot;
}
