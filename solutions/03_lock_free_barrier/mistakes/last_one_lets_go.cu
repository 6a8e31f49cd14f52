// expect: wrong_result, deadlock
// Finds the last block with atomicInc(): a good barrier, but not the one that was asked
// for.
// overlay

__device__ unsigned arrived;

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  volatile unsigned* out = arrayOut;

  __syncthreads();
  if (thread == 0) {
    __threadfence();
    if (atomicInc(&arrived, blocks - 1) == blocks - 1) {
      __threadfence();
      for (unsigned i = 0; i < blocks; ++i) out[i] = goal;
    }
    while (out[block] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
