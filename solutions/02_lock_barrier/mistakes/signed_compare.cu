// expect: deadlock, data_race
// After 2^31 - 1 a signed counter is negative: a block still waiting for a goal waits
// forever.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    while (int(*arrived) < int(goal)) {
    }
    __threadfence();
  }
  __syncthreads();
}
