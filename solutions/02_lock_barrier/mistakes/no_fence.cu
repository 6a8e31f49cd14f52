// expect: data_race
// Counts and waits correctly, but no fence orders the data: a count publishes nothing.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    atomicAdd(mutex, 1u);
    const volatile unsigned* arrived = mutex;
    while (int(*arrived - goal) < 0) {
    }
  }
  __syncthreads();
}
