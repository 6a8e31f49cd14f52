// expect: deadlock
// A sense that all blocks read anew: who is late waits for the wrong turn of it.
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
