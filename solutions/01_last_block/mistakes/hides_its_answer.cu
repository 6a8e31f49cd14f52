// expect: wrong_result
// says: lost on the way to the return
// unsaid: needs memory that no other block
// A second variable of the same name, in the branch, takes the answer of the last draw.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    const int is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) *counter = 0;
    __threadfence();
  }
  return __syncthreads_or(is_last);
}
