// Every thread fences before its block arrives and after it is told to go on: more
// fences than needed.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;

  __threadfence();
  __syncthreads();
  if (thread == 0) in[block] = goal;
  if (block == 0) {
    // ...
  }
  if (thread == 0)
    while (out[block] != goal) {
    }
  __syncthreads();
  __threadfence();
}
