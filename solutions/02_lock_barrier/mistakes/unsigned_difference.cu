// expect: deadlock
// An unsigned difference is never negative: > 0 says no more than !=.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    while (goal - *arrived > 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
