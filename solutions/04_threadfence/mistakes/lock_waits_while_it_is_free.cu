// expect: data_race, wrong_result
// says: had read 1 and changed nothing
// Loops while the exchange succeeds: a thread enters once another one holds the lock.
// overlay

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) == 0) {
  }
  __threadfence();
}
