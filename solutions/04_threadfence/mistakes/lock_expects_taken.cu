// expect: data_race, wrong_result
// says: does not find what it expects changes nothing
// The arguments of the atomicCAS are in the wrong order, so that no thread takes the
// lock.
// overlay

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 1, 0) != 0) {
  }
  __threadfence();
}
