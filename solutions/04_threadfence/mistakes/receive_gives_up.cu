// expect: data_race
// says: did not wait
// The receiver polls at most 20,000 times, and then reads whatever is there.
// overlay

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  for (int looks = 0; looks < 20000; ++looks)
    if (*static_cast<volatile int*>(flag) != 0) break;
  __threadfence();
  return *slot;
}
