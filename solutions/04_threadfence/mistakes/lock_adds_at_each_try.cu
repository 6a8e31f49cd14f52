// expect: no_progress
// Each failed try adds 1 as well, and nobody takes that back: the lock is never free
// again. says: only repeat the atomicAdd says: write only in the step that succeeds
// unsaid: smaller input
// overlay

__device__ void lock(int* mutex) {
  while (atomicAdd(mutex, 1) != 0) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  atomicSub(mutex, 1);
}
