// expect: wrong_result
// says: draws in a launch of this shape returns N - 1
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
