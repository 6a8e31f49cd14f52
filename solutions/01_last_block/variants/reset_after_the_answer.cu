// Resets the counter when all threads know the answer, before the block has returned.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    // ...
    if (is_last) {
      __threadfence();
    }
  }

  const bool answer = __syncthreads_or(is_last);
  if (is_last) *counter = 0;
  return answer;
}
