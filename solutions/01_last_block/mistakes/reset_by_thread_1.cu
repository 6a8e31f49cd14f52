// expect: wrong_result
// Thread 1 of the last block resets the counter, but a block may have no thread 1.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) __threadfence();
  }
  const bool last = __syncthreads_or(is_last);
  if (last && threadIdx.x == 1) *counter = 0;
  return last;
}
