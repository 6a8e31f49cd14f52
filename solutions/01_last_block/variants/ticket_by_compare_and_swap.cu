// The ticket is drawn with a compare-and-swap loop.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    int ticket = 0;
    for (int seen = -1; seen != ticket;) {
      seen = ticket;
      ticket = atomicCAS(counter, seen, seen + 1);
    }
    is_last = ticket == int(gridDim.x) - 1;
    if (is_last) {
      // ...
    }
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    int ticket = 0;
    for (int seen = -1; seen != ticket;) {
      seen = ticket;
      ticket = atomicCAS(counter, seen, seen + 1);
    }
    is_last = ticket == int(gridDim.x) - 1;
    if (is_last) {
      // ...
    }
  }
  // ...
}
