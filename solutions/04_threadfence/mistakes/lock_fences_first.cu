// expect: data_race
// lock() fences before it has the lock, so the work may begin earlier than that.
// overlay

__device__ void lock(int* mutex) {
  __threadfence();
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
}
