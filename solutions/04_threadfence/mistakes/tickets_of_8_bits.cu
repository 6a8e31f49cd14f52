// expect: wrong_result, data_race, deadlock
// A ticket lock with 8 bits per ticket: if more than 256 threads want the lock at the
// same time, the last one has the ticket of the first.
// overlay

__device__ void lock(int* mutex) {
  const unsigned ticket = (unsigned(atomicAdd(mutex, 256)) >> 8) & 255;
  while ((unsigned(*static_cast<volatile int*>(mutex)) & 255) != ticket) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  int seen = *static_cast<volatile int*>(mutex);
  for (;;) {
    const int next = (seen & ~255) | ((seen + 1) & 255);
    const int found = atomicCAS(mutex, seen, next);
    if (found == seen) return;
    seen = found;
  }
}
