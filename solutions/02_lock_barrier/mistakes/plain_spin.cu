// expect: data_race
// Polls an ordinary variable: a race, and nvcc reads it once and then spins forever.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);
    const unsigned* arrived = mutex;
    while (int(*arrived - goal) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
