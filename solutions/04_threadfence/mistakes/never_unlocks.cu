// expect: deadlock
// says: must write 0 to it again
// unlock() fences and forgets to give the lock back.
// overlay

__device__ void unlock(int* mutex) { __threadfence(); }
