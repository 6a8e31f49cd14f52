// expect: deadlock
// Each block waits to be told to go on, and only then says that it is there.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;

  if (block == 0) {
    // ...
  }
  if (thread == 0) {
    // ...
  }
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  __syncthreads();
}
