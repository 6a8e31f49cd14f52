// Every thread fences its own writes before its block meets, and again after the wait.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    atomicAdd(mutex, 1u);
    const volatile unsigned* arrived = mutex;
    while (int(*arrived - goal) < 0) {
    }
  }
  __syncthreads();
  __threadfence();
}
