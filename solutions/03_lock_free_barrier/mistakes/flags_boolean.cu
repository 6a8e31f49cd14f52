// expect: data_race
// says: Each wait needs a goal of its own
// no cure: the words say 1 in every round, not the goal
// The words say "here" and "go" forever, so the second barrier finds them set.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    in[block] = 1;
  }
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != 1) {
      }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = 1;
  }
  if (thread == 0) {
    while (out[block] != 1) {
    }
    __threadfence();
  }
  __syncthreads();
}
