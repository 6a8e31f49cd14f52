// The lock polls until it is free, and only then tries; in between it pauses.
// overlay

__device__ void lock(int* mutex) {
  volatile int* held = mutex;
  unsigned pause = 8;
  while (atomicExch(mutex, 1) != 0) {
    while (*held != 0) {
      __nanosleep(pause);
      if (pause < 256) pause *= 2;
    }
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  *static_cast<volatile int*>(mutex) = 0;
}
