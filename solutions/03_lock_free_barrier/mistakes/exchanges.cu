// expect: wrong_result
// Stores with atomicExch(): right, but it also reads, and the value is never used.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    atomicExch(arrayIn + block, goal);
  }
  if (block == 0) {
    // ...
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) atomicExch(arrayOut + i, goal);
  }
  if (thread == 0) {
    // ...
  }
  __syncthreads();
}
