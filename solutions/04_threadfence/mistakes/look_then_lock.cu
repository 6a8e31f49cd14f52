// expect: data_race
// First a look that the lock is free, then a store: another may come between.
// overlay

__device__ void lock(int* mutex) {
  volatile int* held = mutex;
  while (*held != 0) {
  }
  *held = 1;
  __threadfence();
}
