// expect: data_race
// The other threads read is_last without waiting for thread 0 to write it.
// overlay

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    // ...
  }
  return is_last;
}
