// expect: wrong_result
// says: Let each block draw one ticket from it
// unsaid: set it back
// Counts the blocks in shared memory, which each block has for itself.
// overlay

__device__ bool lastBlock(int* counter) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  __threadfence();
  const int is_last = atomicAdd(&count, 1) == int(gridDim.x) - 1;
  return __syncthreads_or(is_last);
}
