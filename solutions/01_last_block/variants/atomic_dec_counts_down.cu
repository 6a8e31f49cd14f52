// The counter counts down: atomicDec() takes a 0 for a wrap, so the first ticket sets it
// to gridDim.x - 1 and the last leaves 0.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    unsigned* tickets = reinterpret_cast<unsigned*>(counter);
    is_last = atomicDec(tickets, gridDim.x - 1) == (gridDim.x == 1 ? 0 : 1);
    if (is_last) __threadfence();
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    unsigned* tickets = reinterpret_cast<unsigned*>(counter);
    is_last = atomicDec(tickets, gridDim.x - 1) == (gridDim.x == 1 ? 0 : 1);
    if (is_last) __threadfence();
  }
  // ...
}
