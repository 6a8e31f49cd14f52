// expect: deadlock
// Opens the next generation before the count is back at 0: an early arrival is lost.
// overlay

__device__ unsigned count;
__device__ volatile unsigned generation;

__device__ void gpuSync(unsigned*, unsigned) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    const unsigned mine = generation;
    if (atomicAdd(&count, 1u) == gridDim.x * gridDim.y * gridDim.z - 1) {
      generation = mine + 1;
      __threadfence();
      atomicExch(&count, 0u);
    } else {
      while (generation == mine) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}
