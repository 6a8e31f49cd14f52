// expect: deadlock
// unlock() calls atomicCAS(mutex, 0, 1), which is how to take the lock.
// overlay

__device__ void unlock(int* mutex) {
  __threadfence();
  atomicCAS(mutex, 0, 1);
}
