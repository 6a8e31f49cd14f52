// expect: deadlock
// The master block only watches; it never says that it is there itself, and waits for
// that.
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
