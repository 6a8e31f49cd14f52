// expect: data_race
// Only the first lane of a warp takes the lock: any other thread that wants it goes on
// without waiting.
// overlay

__device__ void lock(int* mutex) {
  if (threadIdx.x % 32 != 0) return;
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  if (threadIdx.x % 32 != 0) return;
  __threadfence();
  atomicExch(mutex, 0);
}
