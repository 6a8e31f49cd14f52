// Every thread, writer or reader, issues its own fences.
// They suffice because __threadfence() is a sequentially consistent fence: a barrier
// orders each of them before thread 0's ticket.  No fence by thread 0 is needed.
// overlay

__device__ bool lastBlock(int* counter) {
  __threadfence();  // Release, by each writer.  Pairs with A.
  __syncthreads();
  int is_last = 0;
  if (threadIdx.x == 0) {
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) *counter = 0;
  }
  const bool last = __syncthreads_or(is_last);
  if (last) __threadfence();  // A.  Acquire, by each reader.
  return last;
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  __threadfence();  // Release, by each writer.  Pairs with B.
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
  __syncthreads();
  if (is_last) {
    __threadfence();  // B.  Acquire, by each reader.
    if (threadIdx.x == 0) *counter = 0;
  }
  return is_last;
}
