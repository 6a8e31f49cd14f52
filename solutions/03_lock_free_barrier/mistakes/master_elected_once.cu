// expect: deadlock, wrong_result
// The master says in one word for all grids which goal it has reached; two grids that
// run at the same time take each other's.
// overlay

__device__ unsigned reached;

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
    __syncthreads();
    if (thread == 0) *(volatile unsigned*)&reached = goal;
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }

  if (thread == 0) {
    while (out[block] != goal && *(volatile unsigned*)&reached != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
