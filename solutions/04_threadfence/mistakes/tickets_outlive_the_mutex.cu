// expect: deadlock, wrong_result
// The tickets are counted in memory of its own, and the mutex says whose turn it is: a
// mutex that is made 0 again, while nobody holds it, fits no ticket.
// overlay

__device__ int tickets[2048];

__device__ void lock(int* mutex) {
  const int ticket =
      atomicAdd(&tickets[reinterpret_cast<size_t>(mutex) / sizeof(int) % 2048], 1);
  while (*static_cast<volatile int*>(mutex) != ticket) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  atomicAdd(mutex, 1);
}
