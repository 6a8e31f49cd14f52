// expect: data_race
// Every thread fences its own writes, but thread 0 does not wait until they have.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __threadfence();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    atomicAdd(mutex, 1u);
    // ...
  }
  __syncthreads();
}
