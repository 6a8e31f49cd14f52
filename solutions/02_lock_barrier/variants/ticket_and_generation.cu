// The last ticket resets the count, then opens the next generation; no goal is needed.
// overlay

__device__ unsigned tickets;
__device__ volatile unsigned generation;

__device__ void gpuSync(unsigned*, unsigned) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    const unsigned mine = generation;  // It cannot go on before this block has arrived.
    __threadfence();
    if (atomicAdd(&tickets, 1u) == gridDim.x * gridDim.y * gridDim.z - 1) {
      __threadfence();
      atomicExch(&tickets, 0u);
      __threadfence();
      generation = mine + 1;
    } else {
      while (generation == mine) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}
