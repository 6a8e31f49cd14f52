// expect: data_race
// no cure: every block resets the counter, not the last alone
// says: give it a condition of its own, so that no atomicAdd
// unsaid: through a volatile pointer
// Each block resets the counter after its own ticket, with an ordinary store.
// overlay

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    __threadfence();
    *counter = 0;
  }
  return __syncthreads_or(is_last);
}
