// expect: deadlock
// The master block only watches: it waits for its own arrival, which it never signals.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;

  __syncthreads();
  if (thread == 0 && block != 0) {
    __threadfence();
    in[block] = goal;
  }
  // ...
}
