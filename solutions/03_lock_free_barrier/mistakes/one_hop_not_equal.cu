// expect: deadlock
// Every block watches all words itself, but now a fast block may be one goal ahead.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* in = arrayIn;

  __syncthreads();
  if (thread == 0) {
    // ...
  }
  for (unsigned i = thread; i < blocks; i += threads)
    while (in[i] != goal) {
    }
  __threadfence();
  __syncthreads();
}
