// expect: advice missing_acquire_fence
// No fence between the wait and the reads: today's GPUs forgive that, the rules do not.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    while (int(*arrived - goal) < 0) {
    }
  }
  __syncthreads();
}
