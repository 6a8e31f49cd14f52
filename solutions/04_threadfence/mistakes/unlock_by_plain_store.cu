// expect: data_race
// The lock is given back with a plain store.
// overlay

__device__ void unlock(int* mutex) {
  __threadfence();
  *mutex = 0;
}
