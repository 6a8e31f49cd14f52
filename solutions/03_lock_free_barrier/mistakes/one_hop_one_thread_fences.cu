// expect: data_race
// All threads poll, but only one of them fences: the others have acquired nothing.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* in = arrayIn;

  __syncthreads();
  if (thread == 0) {
    // ...
  }
  for (unsigned i = thread; i < blocks; i += threads)
    while (in[i] - goal > 1u) {
    }
  __syncthreads();
  if (thread == 0) __threadfence();
}
