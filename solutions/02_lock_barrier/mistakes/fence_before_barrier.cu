// expect: data_race
// Only thread 0 fences, and it does so before its block has met: the others' writes come
// later.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    atomicAdd(mutex, 1u);
    // ...
  }
  __syncthreads();
}
