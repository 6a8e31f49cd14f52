// expect: divergent_barrier
// says: Nor may it leave work to the thread of one index
// Thread 0 of a block gets the table and passes it on at a barrier, but not all threads
// of a block need call, nor equally often.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (threadIdx.x == 0) {
    if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
      buildTable(table, recipe);
      __threadfence();
      *now = kReady;
    }
    while (*now != kReady) {
    }
    __threadfence();
  }
  __syncthreads();
  return table;
}
