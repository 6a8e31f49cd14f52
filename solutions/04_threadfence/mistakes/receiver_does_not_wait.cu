// expect: data_race
// says: Wait in a loop for a value
// unsaid: must come last
// The receiver looks at the flag once and takes what is there.
// overlay

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  if (*static_cast<volatile int*>(flag) != 0) __threadfence();
  return *slot;
}
