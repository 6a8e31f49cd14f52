// expect: data_race, divergent_barrier
// says: and none inside that branch
// The second barrier is inside the branch of thread 0, where the others never come.
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
    __syncthreads();
  }
}
