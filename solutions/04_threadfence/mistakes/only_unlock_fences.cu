// expect: data_race
// unlock() publishes, and lock() does not look.
// overlay

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
}
