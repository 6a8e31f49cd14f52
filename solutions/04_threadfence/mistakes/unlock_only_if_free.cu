// expect: deadlock
// unlock() with atomicCAS(mutex, 0, 1): that is how one takes it.
// overlay

__device__ void unlock(int* mutex) {
  __threadfence();
  atomicCAS(mutex, 0, 1);
}
