// expect: data_race
// no cure: atomicCAS() compares with 1 and stores 0
// atomicCAS(mutex, 1, 0): the arguments in the wrong order, so it never takes the lock.
// overlay

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 1, 0) != 0) {
  }
  __threadfence();
}
