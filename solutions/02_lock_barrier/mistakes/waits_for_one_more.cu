// expect: deadlock
// says: blocks have added to mutex, which makes
// <= instead of <: waits for an arrival of the next round.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    while (int(*arrived - goal) <= 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
