// expect: data_race
// says: both saw 0 in line
// says: Let one atomicCAS read and change the word
// unsaid: atomicSub in scenarios.cu
// unsaid: in scenarios.cu:261 are two steps
// First reads that the lock is free, then stores: another block may come between.
// overlay

__device__ void lock(int* mutex) {
  volatile int* held = mutex;
  while (*held != 0) {
  }
  *held = 1;
  __threadfence();
}
