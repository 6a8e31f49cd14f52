// expect: data_race
// The fence comes after the lock is released: the next holder may not see the work.
// overlay

__device__ void unlock(int* mutex) {
  atomicExch(mutex, 0);
  __threadfence();
}
