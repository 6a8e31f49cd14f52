// expect: data_race
// The holders are in different blocks, but each fence reaches only one block.
// overlay

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence_block();
}

__device__ void unlock(int* mutex) {
  __threadfence_block();
  atomicExch(mutex, 0);
}
