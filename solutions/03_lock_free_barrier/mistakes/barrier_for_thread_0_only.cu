// expect: divergent_barrier
// The last __syncthreads() stands in the branch of thread 0.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    while (out[block] != goal) {
    }
    __threadfence();
    __syncthreads();
  }
}
