// expect: data_race
// The fence comes after the arrival that it should hold back.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    atomicAdd(mutex, 1u);
    __threadfence();
    const volatile unsigned* arrived = mutex;
    // ...
  }
  __syncthreads();
}
