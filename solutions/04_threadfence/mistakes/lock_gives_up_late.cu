// expect: data_race
// After 20,000 attempts, lock() goes on without the lock.
// overlay

__device__ void lock(int* mutex) {
  for (int attempt = 0; attempt < 20000; ++attempt)
    if (atomicCAS(mutex, 0, 1) == 0) break;
  __threadfence();
}
