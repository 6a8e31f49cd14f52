// expect: data_race
// Thread 0 fences, and only then waits for the writes of its block.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;

  if (thread == 0) __threadfence();
  __syncthreads();
  if (thread == 0) in[block] = goal;
  if (block == 0) {
    // ...
  }
  // ...
}
