// expect: data_race
// As it is often printed: no barrier before the ticket, no reader fence, no reset.
// overlay

__device__ bool lastBlock(int* counter) {
  __threadfence();  // ensure that partial result is visible by all blocks
  int last = 0;
  if (threadIdx.x == 0) last = atomicAdd(counter, 1);
  return __syncthreads_or(last == gridDim.x - 1);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ int last;
  __threadfence();  // ensure that partial result is visible by all blocks
  if (threadIdx.x == 0) {
    last = atomicAdd(counter, 1);
  }
  __syncthreads();
  return last == gridDim.x - 1;
}
