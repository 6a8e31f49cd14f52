// expect: data_race
// As it is often printed: no barrier before it, no fence, and a wait for one exact value.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  int tid_in_block = threadIdx.x * blockDim.y + threadIdx.y;
  if (tid_in_block == 0) {
    atomicAdd(mutex, 1u);
    while (*(volatile unsigned*)mutex != goal) {
      // Do nothing here
    }
  }
  __syncthreads();
}
