// expect: data_race, wrong_result
// A grid of one block has no other to hear of; but its threads have each other.
// overlay

__device__ bool lastBlock(int* counter) {
  if (gridDim.x == 1) return true;
  int is_last = 0;

  __syncthreads();

  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;

    if (is_last) {
      __threadfence();
      *counter = 0;
    }
  }

  return __syncthreads_or(is_last);
}
