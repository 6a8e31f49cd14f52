// expect: deadlock
// The first block to see the goal resets the counter, so the others never see it.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);
    while (atomicCAS(mutex, goal, goal - gridDim.x * gridDim.y * gridDim.z) != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
