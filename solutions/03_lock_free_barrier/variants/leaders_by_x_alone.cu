// In a block of several dimensions, several threads signal and wait.  They all say the
// same.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;

  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    in[block] = goal;
  }
  if (block == 0) {
    // ...
  }
  if (threadIdx.x == 0) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
