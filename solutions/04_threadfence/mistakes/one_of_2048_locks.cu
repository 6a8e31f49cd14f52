// expect: deadlock
// The lock is one of 2048 words of its own, chosen by the low bits of the mutex's
// address: a thread that holds one mutex and wants another, far away, may wait for
// itself.
// overlay

__device__ int places[2048];

__device__ int* placeOf(int* mutex) {
  return &places[reinterpret_cast<unsigned long long>(mutex) / sizeof(int) % 2048];
}

__device__ void lock(int* mutex) {
  mutex = placeOf(mutex);
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  mutex = placeOf(mutex);
  __threadfence();
  atomicExch(mutex, 0);
}
