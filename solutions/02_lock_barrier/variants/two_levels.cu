// Each group of four blocks has its own count; its last block arrives for the group.
// overlay

__device__ unsigned group_count[1 << 16];

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    const unsigned group = block / 4, size = min(4u, blocks - 4 * group);
    __threadfence();
    if (atomicInc(&group_count[group], size - 1) == size - 1) {
      __threadfence();  // The group's arrivals, then the arrival for all of it.
      atomicAdd(mutex, size);
    }
    const volatile unsigned* arrived = mutex;
    // ...
  }
  __syncthreads();
}
