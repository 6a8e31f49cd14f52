// expect: data_race
// Thread 0 fences before the barrier, when it cannot know of the others' writes yet.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  if (threadIdx.x == 0) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    // ...
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    // ...
  }
  // ...
}
