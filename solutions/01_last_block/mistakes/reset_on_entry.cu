// expect: data_race
// no cure: block 0 resets the counter, not the last block
// Block 0 resets the counter when it starts, after others may have drawn their tickets.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  if (blockIdx.x == 0 && threadIdx.x == 0) *counter = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) __threadfence();
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  if (blockIdx.x == 0 && threadIdx.x == 0) *counter = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) __threadfence();
  }
  // ...
}
