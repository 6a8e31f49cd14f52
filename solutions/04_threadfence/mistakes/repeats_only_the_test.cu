// expect: no_progress
// says: must repeat the atomic operation that takes it
// lock() tries once, and then waits for a value that is its own.
// overlay

__device__ void lock(int* mutex) {
  int old = atomicCAS(mutex, 0, 1);
  while (old != 0) {
  }
  __threadfence();
}
