// expect: passed
// Counts its polls, and the count decides how long the next pause is.  The wait still
// lasts until the goal is reached.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();

  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    for (unsigned looks = 0; int(*arrived - goal) < 0; ++looks) {
      __nanosleep(20 + looks % 64);
    }
    __threadfence();
  }

  __syncthreads();
}
