// expect: wrong_result
// Tells only 16 warps: a block has up to 32 of them.
// overlay

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;

  __syncthreads();

  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;

    if (is_last) {
      __threadfence();
      *counter = 0;
    }
  }

  __syncthreads();
  return is_last && threadIdx.x / 32 < 16;
}
