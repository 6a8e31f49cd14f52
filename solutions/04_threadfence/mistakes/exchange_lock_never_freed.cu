// expect: deadlock
// says: must write 0 to it again
// lock() waits by an atomicExch until it finds another value than 1, and unlock() forgets
// to give the lock back.
// unsaid: let them expect the value
// overlay

__device__ void lock(int* mutex) {
  while (atomicExch(mutex, 1) == 1) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) { __threadfence(); }
