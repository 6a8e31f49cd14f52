// expect: deadlock
// A ticket lock with 16 bits per count: after 65,536 the count of those that left carries
// over into the tickets.
// overlay

__device__ void lock(int* mutex) {
  const unsigned ticket = (unsigned(atomicAdd(mutex, 1 << 16)) >> 16) & 0xffffu;
  while ((unsigned(atomicAdd(mutex, 0)) & 0xffffu) != ticket) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  atomicAdd(mutex, 1);
}
