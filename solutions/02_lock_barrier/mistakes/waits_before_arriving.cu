// expect: deadlock
// Waits until all have arrived, and only then arrives itself.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    const volatile unsigned* arrived = mutex;
    // ...
    __threadfence();
    atomicAdd(mutex, 1u);
  }
  __syncthreads();
}
