// expect: data_race
// Thread 0 writes its number to take the lock: 0, which is free.
// says: must write another value
// unsaid: No __threadfence() lies
// overlay

__device__ void lock(int* mutex) {
  const int own = threadIdx.x;
  while (atomicCAS(mutex, 0, own) != 0) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  atomicCAS(mutex, threadIdx.x, 0);
}
