// expect: divergent_barrier
// The last __syncthreads() stands in the branch of thread 0.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    __threadfence();
    __syncthreads();
  }
}
