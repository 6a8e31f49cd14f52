// expect: wrong_result, data_race
// no cure: a thread of each z arrives, not one of each block
// Numbers the threads of a block as if it had two dimensions.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x * blockDim.y + threadIdx.y == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);
    // ...
  }
  __syncthreads();
}
