// expect: data_race
// says: A __syncthreads() of all threads must come before line
// unsaid: either may come first
// Thread 0 arrives for threads that are still writing.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);
    const volatile unsigned* arrived = mutex;
    while (int(*arrived - goal) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
