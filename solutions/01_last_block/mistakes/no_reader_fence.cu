// expect: advice missing_acquire_fence
// No fence between the last ticket and the merge (PyTorch issues 128455 and 193321).
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    // ...
    if (is_last) {
      *counter = 0;
    }
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    // ...
    if (is_last) {
      *counter = 0;
    }
  }
  // ...
}
