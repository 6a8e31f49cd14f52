// expect: data_race
// Thread 1 acts and waits for its block.  In a block of one thread, no thread does.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;

  __syncthreads();
  if (thread == 1) {
    __threadfence();
    in[block] = goal;
  }
  if (block == 0) {
    // ...
  }
  if (thread == 1) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
