// expect: wrong_result, data_race
// In a block of two dimensions there are many threads with threadIdx.x == 0.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);
    // ...
  }
  __syncthreads();
}
