// expect: data_race, wrong_result
// says: let one of its threads do it
// unsaid: so the write may come too early
// Each thread draws a ticket, as if the counter counted threads, and compares with
// blocks.
// overlay

__device__ bool lastBlock(int* counter) {
  __syncthreads();
  __threadfence();
  const int ticket = atomicAdd(counter, 1);
  const int is_last = ticket == int(gridDim.x) - 1;
  if (is_last) {
    *counter = 0;
    __threadfence();
  }
  return __syncthreads_or(is_last);
}
