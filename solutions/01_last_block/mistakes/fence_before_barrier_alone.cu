// expect: data_race
// says: a fence must lie between that barrier and the
// says: which saw the signal, and the read
// Thread 0 fences before the barrier, and no thread does after the ticket.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  if (threadIdx.x == 0) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) *counter = 0;
  }
  return __syncthreads_or(is_last);
}
