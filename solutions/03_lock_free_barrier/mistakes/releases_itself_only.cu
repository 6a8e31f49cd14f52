// expect: deadlock
// says: wrote one word alone, and never
// Every thread of the master writes to the word of its own block.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[block] = goal;
  }
  if (thread == 0) {
    // ...
  }
  __syncthreads();
}
