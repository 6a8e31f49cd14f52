// expect: data_race
// An increment that is no atomic: two blocks can draw the same ticket.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = (*counter)++ == int(gridDim.x) - 1;
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
    is_last = (*counter)++ == int(gridDim.x) - 1;
    if (is_last) {
      __threadfence();
      *counter = 0;
    }
  }
  __syncthreads();
  return is_last;
}
