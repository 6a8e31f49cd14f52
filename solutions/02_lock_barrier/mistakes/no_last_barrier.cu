// expect: data_race
// says: Put it behind the branch of line
// Thread 0 waits for the other blocks; the other threads of its block do not wait.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);
    const volatile unsigned* arrived = mutex;
    while (int(*arrived - goal) < 0) {
    }
    __threadfence();
  }
}
