// expect: data_race
// says: Go by what the atomicAdd in line
// Adds to the counter, then reads it again: other blocks may have added meanwhile.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(counter, 1);
    const int drawn = *counter;
    is_last = drawn == int(gridDim.x);
    if (is_last) {
      // ...
    }
  }
  return __syncthreads_or(is_last);
}
