// expect: data_race
// Stops waiting after a number of polls, "to be safe": then it is no barrier.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    for (int tries = 0; tries < 100 && int(*arrived - goal) < 0; ++tries) {
    }
    __threadfence();
  }
  __syncthreads();
}
