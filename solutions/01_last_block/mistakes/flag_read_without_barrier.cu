// expect: data_race
// The other threads read is_last without waiting for thread 0 to write it.
// overlay

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) {
      __threadfence();
      *counter = 0;
    }
  }
  return is_last;
}
