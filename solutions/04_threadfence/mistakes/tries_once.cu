// expect: data_race
// atomicCAS() is called, and nobody asks whether it got the lock.
// overlay

__device__ void lock(int* mutex) {
  atomicCAS(mutex, 0, 1);
  __threadfence();
}
