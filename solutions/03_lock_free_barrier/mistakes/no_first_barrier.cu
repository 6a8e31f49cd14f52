// expect: data_race
// says: A __syncthreads() of all threads must come before line
// unsaid: either may come first
// Thread 0 arrives for threads that are still writing.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;

  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  // ...
}
