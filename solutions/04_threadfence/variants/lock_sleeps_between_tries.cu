// The lock tries again and again, and sleeps longer each time.
// overlay

__device__ void lock(int* mutex) {
  unsigned pause = 8;
  while (atomicCAS(mutex, 0, 1) != 0) {
    __nanosleep(pause);
    if (pause < 256) pause *= 2;
  }
  __threadfence();
}
