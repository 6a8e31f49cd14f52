// expect: data_race
// says: Write through a volatile pointer
// unsaid: a condition of its own
// Releases the lock with a plain store.
// overlay

__device__ void unlock(int* mutex) {
  __threadfence();
  *mutex = 0;
}
