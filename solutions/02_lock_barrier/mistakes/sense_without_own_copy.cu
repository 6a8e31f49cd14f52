// expect: deadlock
// All blocks read the shared sense anew: a late block waits for the wrong change of it.
// overlay

__device__ unsigned count;
__device__ volatile int sense;

__device__ void gpuSync(unsigned*, unsigned) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    if (atomicAdd(&count, 1u) == gridDim.x * gridDim.y * gridDim.z - 1) {
      atomicExch(&count, 0u);
      __threadfence();
      sense = !sense;
    } else {
      const int old = sense;
      while (sense == old) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}
