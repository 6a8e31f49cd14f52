// expect: data_race
// no cure: it waits for the number of blocks, not for the goal
// Does not use the goal: from the second barrier on, the grid size has long been
// reached.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    while (*arrived < gridDim.x * gridDim.y * gridDim.z) {
    }
    __threadfence();
  }
  __syncthreads();
}
