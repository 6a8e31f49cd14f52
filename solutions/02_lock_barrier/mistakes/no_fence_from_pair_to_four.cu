// expect: advice missing_relay_fence
// Three levels, and no fence between the first two: the last block of a pair passes on
// what it knows only second-hand.  It takes four blocks to show.
// overlay

// Each pair of blocks has its own count, and so has each pair of pairs; the last of four
// blocks arrives for all of them.
__device__ unsigned of_two[1 << 16], of_four[1 << 16];

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    const unsigned two = min(2u, blocks - block / 2 * 2);
    const unsigned four = min(4u, blocks - block / 4 * 4);
    __threadfence();
    if (atomicInc(&of_two[block / 2], two - 1) == two - 1) {
      if (atomicInc(&of_four[block / 4], (four + 1) / 2 - 1) == (four + 1) / 2 - 1) {
        __threadfence();
        atomicAdd(mutex, four);
      }
    }
    const volatile unsigned* arrived = mutex;
    // ...
  }
  __syncthreads();
}
