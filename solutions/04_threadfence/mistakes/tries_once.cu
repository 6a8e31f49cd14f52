// expect: data_race
// Calls atomicCAS(), but never checks whether it got the lock.
// overlay

__device__ void lock(int* mutex) {
  atomicCAS(mutex, 0, 1);
  __threadfence();
}
