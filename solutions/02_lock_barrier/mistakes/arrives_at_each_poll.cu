// expect: data_race
// no cure: each poll adds one to the counter, not each block
// Polls with atomicAdd(mutex, 1): each poll counts as an arrival.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    while (int(atomicAdd(mutex, 1u) + 1 - goal) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
