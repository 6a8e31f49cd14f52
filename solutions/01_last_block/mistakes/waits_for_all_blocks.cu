// expect: deadlock
// Every block waits for all others, and the waiting blocks keep the last from starting.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(counter, 1);
    while (atomicAdd(counter, 0) < int(gridDim.x)) {
    }
    __threadfence();
    is_last = blockIdx.x == 0;
  }
  return __syncthreads_or(is_last);
}
