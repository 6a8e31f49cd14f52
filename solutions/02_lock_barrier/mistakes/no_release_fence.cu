// expect: data_race
// The only fence comes after the wait: nothing orders the writes before the arrival.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    atomicAdd(mutex, 1u);
    // ...
  }
  __syncthreads();
}
