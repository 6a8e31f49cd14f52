// expect: wrong_result
// Polls 2^22 times, a few seconds on a GPU, and goes on as if all had arrived.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();

  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    for (unsigned looks = 0; int(*arrived - goal) < 0 && looks < 1u << 22; ++looks) {
    }
    __threadfence();
  }

  __syncthreads();
}
