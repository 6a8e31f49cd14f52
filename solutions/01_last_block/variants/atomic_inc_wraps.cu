// The counter wraps around by itself: atomicInc() with the limit gridDim.x - 1 leaves 0
// after the last ticket.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    unsigned* tickets = reinterpret_cast<unsigned*>(counter);
    is_last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
    if (is_last) __threadfence();
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    unsigned* tickets = reinterpret_cast<unsigned*>(counter);
    is_last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
    if (is_last) __threadfence();
  }
  // ...
}
