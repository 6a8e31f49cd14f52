// expect: deadlock
// says: are two steps
// volatile keeps both accesses, but not together: an arrival is lost.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    volatile unsigned* arrived = mutex;
    *arrived = *arrived + 1;
    while (int(*arrived - goal) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
