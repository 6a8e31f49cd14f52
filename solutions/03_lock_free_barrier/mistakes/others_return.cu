// expect: data_race
// In all blocks but the master, the threads that have nothing to do return at once.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;

  __syncthreads();
  if (block != 0 && thread != 0) return;
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  // ...
  if (thread == 0) {
    // ...
  }
  if (block == 0) __syncthreads();
}
