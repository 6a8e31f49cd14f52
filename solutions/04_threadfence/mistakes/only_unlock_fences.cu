// expect: data_race
// unlock() releases, but lock() does not acquire.
// overlay

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
}
