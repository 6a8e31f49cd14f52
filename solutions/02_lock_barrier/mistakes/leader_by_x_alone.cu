// expect: wrong_result, data_race
// says: one thread of each may add
// no cure: every thread with x = 0 arrives, not one of each block
// A two-dimensional block has many threads with threadIdx.x == 0.
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
