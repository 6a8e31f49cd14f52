// expect: wrong_result
// says: at the draw that finds its limit: of N draws, the last finds N - 1
// atomicInc() wraps one ticket too late: the next launch finds gridDim.x in the counter.
// overlay

__device__ bool lastBlock(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    unsigned* tickets = reinterpret_cast<unsigned*>(counter);
    is_last = atomicInc(tickets, gridDim.x) == gridDim.x - 1;
    if (is_last) __threadfence();
  }
  return __syncthreads_or(is_last);
}
