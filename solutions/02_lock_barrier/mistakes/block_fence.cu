// expect: data_race
// __threadfence_block() orders for its own block only; the readers are in others.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence_block();
    atomicAdd(mutex, 1u);
    const volatile unsigned* arrived = mutex;
    while (int(*arrived - goal) < 0) {
    }
    __threadfence_block();
  }
  __syncthreads();
}
