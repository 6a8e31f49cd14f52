// Sets the counter back when all threads know the answer: before the block has returned.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;

  __syncthreads();

  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;

    if (is_last) {
      __threadfence();
    }
  }

  const bool answer = __syncthreads_or(is_last);
  if (is_last) *counter = 0;
  return answer;
}
