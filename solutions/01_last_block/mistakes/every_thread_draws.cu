// expect: data_race
// no cure: every thread draws a ticket, not one of each block
// Every thread draws a ticket, so the last is drawn before most blocks have written.
// overlay

__device__ bool lastBlock(int* counter) {
  __syncthreads();
  __threadfence();
  const int is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
  if (is_last) {
    __threadfence();
    atomicExch(counter, 0);
  }
  return __syncthreads_or(is_last);
}
