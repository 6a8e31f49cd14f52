// expect: data_race, wrong_result
// says: are two steps
// says: One atomic operation must
// Draws the ticket by a volatile read and a volatile write: two blocks get the same one.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    volatile int* drawn = counter;
    *drawn = *drawn + 1;
    is_last = *drawn == int(gridDim.x);
    if (is_last) {
      // ...
    }
  }
  return __syncthreads_or(is_last);
}
