// expect: data_race
// atomicAdd_block() is atomic only among the threads of one block.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    atomicAdd_block(mutex, 1u);
    const volatile unsigned* arrived = mutex;
    // ...
  }
  __syncthreads();
}
