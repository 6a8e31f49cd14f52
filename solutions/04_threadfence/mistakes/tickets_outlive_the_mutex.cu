// expect: deadlock, wrong_result
// Counts the tickets in memory of its own, and the mutex says whose turn it is: a mutex
// that is set to 0 again, while no thread holds it, fits no ticket.
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
