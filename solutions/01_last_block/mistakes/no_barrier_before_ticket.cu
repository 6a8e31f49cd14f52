// expect: data_race
// says: All threads must pass one before
// All threads fence, but thread 0 does not wait for them (NVIDIA CCCL issue 10627).
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __threadfence();
  if (threadIdx.x == 0) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    // ...
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  __threadfence();
  if (threadIdx.x == 0) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    // ...
  }
  // ...
}
