// expect: data_race
// Takes the block with the highest index for the last one: blocks finish in any order.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = blockIdx.x == gridDim.x - 1;
    if (is_last) {
      __threadfence();
      *counter = 0;
    }
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = blockIdx.x == gridDim.x - 1;
    if (is_last) {
      __threadfence();
      *counter = 0;
    }
  }
  __syncthreads();
  return is_last;
}
