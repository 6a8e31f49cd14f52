// expect: deadlock, data_race
// says: are two steps
// A ticket lock in one word, whose unlock() reads and writes it, and so loses a ticket
// that is drawn meanwhile.
// overlay

__device__ void lock(int* mutex) {
  const int ticket = atomicAdd(mutex, 1) & 0xffff;
  while ((*(volatile int*)mutex >> 16 & 0xffff) != ticket) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  *(volatile int*)mutex += 0x10000;
}
