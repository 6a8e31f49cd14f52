// expect: data_race
// Waits with __ldcg(), which goes to the L2 cache but is an ordinary read all the same.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  const unsigned tid =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

  __syncthreads();
  if (tid == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);
    while (int(__ldcg(mutex) - goal) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
