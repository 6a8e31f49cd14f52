// expect: data_race
// atomicCAS_block() on a mutex that all blocks share.
// overlay

__device__ void lock(int* mutex) {
  while (atomicCAS_block(mutex, 0, 1) != 0) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  atomicExch_block(mutex, 0);
}
