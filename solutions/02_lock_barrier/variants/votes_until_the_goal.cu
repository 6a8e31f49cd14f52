// All threads of a block vote until thread 0 has seen the goal.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  const bool speaks = threadIdx.x + threadIdx.y + threadIdx.z == 0;
  __syncthreads();
  if (speaks) {
    __threadfence();
    atomicAdd(mutex, 1u);
  }
  bool reached = false;
  while (!__syncthreads_or(reached))
    reached = speaks && int(atomicAdd(mutex, 0u) - goal) >= 0;
  __threadfence();
}
