// Each block keeps its own sense; the last one resets the count, then flips the sense.
// overlay

__device__ unsigned count;
__device__ volatile int sense;

__device__ void gpuSync(unsigned*, unsigned) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    const int mine = !sense;  // It cannot turn before this block has arrived.
    __threadfence();
    if (atomicAdd(&count, 1u) == gridDim.x * gridDim.y * gridDim.z - 1) {
      __threadfence();
      atomicExch(&count, 0u);
      __threadfence();
      sense = mine;
    } else {
      while (sense != mine) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}
