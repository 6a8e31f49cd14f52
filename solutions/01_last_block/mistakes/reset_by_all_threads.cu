// expect: data_race
// All threads of the last block write the 0: the same value, but still a race.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) __threadfence();
  }
  const bool last = __syncthreads_or(is_last);
  if (last) *counter = 0;
  return last;
}
