// expect: deadlock
// Uses one mutex of its own for all locks: a thread that holds one and wants another
// waits for itself.
// overlay

__device__ int g_mutex;

__device__ void lock(int* mutex) {
  while (atomicCAS(&g_mutex, 0, 1) != 0) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  atomicExch(&g_mutex, 0);
}
