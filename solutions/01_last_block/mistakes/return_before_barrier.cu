// expect: divergent_barrier
// Thread 0 returns at once if the ticket is not the last; the others wait at a barrier.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(counter, 1) < int(gridDim.x) - 1) return false;
    __threadfence();
    is_last = 1;
    *counter = 0;
  }
  return __syncthreads_or(is_last);
}
