// expect: data_race
// no cure: it waits for a multiple of the blocks, not for the goal
// Takes the round from ticket / N: right only if N divides 2^32 and the count began at
// 0.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
    const unsigned end = (atomicAdd(mutex, 1u) / blocks + 1) * blocks;
    const volatile unsigned* arrived = mutex;
    while (int(*arrived - end) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
