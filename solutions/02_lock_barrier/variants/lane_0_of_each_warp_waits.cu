// One thread of each warp waits for the warp, and no barrier of the block comes at the
// end.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  __syncthreads();
  if (thread == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);
  }
  if (thread % 32 == 0) {
    const volatile unsigned* arrived = mutex;
    // ...
  }
  __syncwarp();
}
