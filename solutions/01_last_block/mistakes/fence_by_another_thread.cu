// expect: data_race
// Thread 0 fences, but another thread draws the ticket: the fence does not order that
// thread's ticket.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) __threadfence();
  if (threadIdx.x == blockDim.x - 1) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    // ...
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) { return lastBlock(counter); }
