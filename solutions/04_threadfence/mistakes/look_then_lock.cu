// expect: data_race
// First reads that the lock is free, then stores: another block may come between.
// overlay

__device__ void lock(int* mutex) {
  volatile int* held = mutex;
  while (*held != 0) {
  }
  *held = 1;
  __threadfence();
}
