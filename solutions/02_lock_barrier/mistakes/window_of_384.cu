// expect: wrong_result, no_progress, data_race
// no cure: with more than 384 arrivals missing, the goal seems passed
// Takes the goal for passed if many arrivals are missing: right up to 384 blocks.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();

  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    while (goal - *arrived - 1 < 384) {
    }
    __threadfence();
  }

  __syncthreads();
}
