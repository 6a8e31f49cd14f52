// expect: data_race
// Releases the lock with a plain store.
// overlay

__device__ void unlock(int* mutex) {
  __threadfence();
  *mutex = 0;
}
