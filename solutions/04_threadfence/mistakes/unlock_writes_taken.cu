// expect: deadlock
// says: which held that already: it must write 0
// unlock() writes the value of a taken lock.
// unsaid: has written mutex
// overlay

__device__ void unlock(int* mutex) {
  __threadfence();
  atomicExch(mutex, 1);
}
