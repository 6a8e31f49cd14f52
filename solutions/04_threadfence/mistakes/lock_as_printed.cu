// expect: data_race
// The lock of a well-known book: atomicCAS and atomicExch, no fence (its errata add two).
// overlay

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
}

__device__ void unlock(int* mutex) { atomicExch(mutex, 0); }
