// expect: deadlock
// Block 0 waits for all others instead of asking which came last: if it starts first on a
// full device, the others never start.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(counter, 1);
    if (blockIdx.x == 0) {
      while (atomicAdd(counter, 0) != int(gridDim.x)) {
      }
      __threadfence();
      *counter = 0;
      is_last = 1;
    }
  }
  return __syncthreads_or(is_last);
}
