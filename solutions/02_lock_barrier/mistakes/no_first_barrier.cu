// expect: data_race
// Thread 0 arrives for threads that are still writing.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
  }
  __syncthreads();
}
