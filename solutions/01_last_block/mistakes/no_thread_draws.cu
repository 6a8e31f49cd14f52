// expect: wrong_result
// says: No thread changed or read *counter
// unsaid: set it back
// Draws in the thread behind the last one, which does not exist.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == blockDim.x) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) *counter = 0;
    __threadfence();
  }
  return __syncthreads_or(is_last);
}
