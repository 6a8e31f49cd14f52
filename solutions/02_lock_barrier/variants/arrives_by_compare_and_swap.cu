// Adds 1 with a loop around atomicCAS().
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    const volatile unsigned* arrived = mutex;
    unsigned seen = *arrived;
    while (true) {
      const unsigned before = atomicCAS(mutex, seen, seen + 1);
      if (before == seen) break;
      seen = before;
    }
    while (int(*arrived - goal) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
