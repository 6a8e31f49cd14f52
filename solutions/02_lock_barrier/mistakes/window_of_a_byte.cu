// expect: deadlock
// Takes a counter that is 256 past the goal for one that is behind it.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();

  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    while (*arrived - goal >= 256) {
    }
    __threadfence();
  }

  __syncthreads();
}
