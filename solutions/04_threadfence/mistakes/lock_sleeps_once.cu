// expect: data_race
// A thread that finds the lock taken waits once, and then goes on in any case.
// says: it relies on your code
// overlay

__device__ void lock(int* mutex) {
  if (atomicExch(mutex, 1) == 1) __nanosleep(100);
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  *static_cast<volatile int*>(mutex) = 0;
}
