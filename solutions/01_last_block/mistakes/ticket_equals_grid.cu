// expect: wrong_result
// says: The counter went from 0 to
// says: (returns 0
// The last ticket is compared with the number of tickets.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    const int ticket = atomicAdd(counter, 1);
    is_last = ticket >= int(gridDim.x);
    if (is_last) {
      // ...
    }
  }
  return __syncthreads_or(is_last);
}
