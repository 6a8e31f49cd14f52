// expect: divergent_barrier
// lock() ends with a barrier of the block, "so that all see the lock", but only one
// thread calls it.
// overlay

__device__ void lock(int* mutex) {
  // ...
  __threadfence();
  __syncthreads();
}
