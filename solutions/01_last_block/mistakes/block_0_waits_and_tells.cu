// expect: deadlock
// In the other form: thread 0 of block 0 waits for the other blocks, and sets the flag.
// overlay

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  __syncthreads();

  if (threadIdx.x == 0) {
    is_last = blockIdx.x == 0;
    __threadfence();
    atomicAdd(counter, 1);
    while (is_last && atomicAdd(counter, 0) < int(gridDim.x)) {
    }
    if (is_last) {
      __threadfence();
      *counter = 0;
    }
  }

  __syncthreads();
  return is_last;
}
