// expect: wrong_result, data_race, deadlock
// no cure: only the low 16 bits of the goals are compared
// Compares the low halves: those of a word that is 65,535 goals old and of the next goal
// are equal.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while ((in[i] ^ goal) & 0xffff) {
      }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }

  if (thread == 0) {
    while ((out[block] ^ goal) & 0xffff) {
    }
    __threadfence();
  }
  __syncthreads();
}
