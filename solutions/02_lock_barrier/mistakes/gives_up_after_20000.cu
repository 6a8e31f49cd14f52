// expect: data_race, wrong_result
// Goes on after 20,000 polls, without waiting for blocks that come later.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    for (int looks = 0; looks < 20000 && int(*arrived - goal) < 0; ++looks) {
    }
    __threadfence();
  }
  __syncthreads();
}
