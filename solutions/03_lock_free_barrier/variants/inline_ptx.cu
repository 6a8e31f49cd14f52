// Signals by inline PTX: each store comes after a fence, and the loads acquire.
// overlay

__device__ void tell(unsigned* word, unsigned goal) {
  asm volatile("fence.acq_rel.gpu; st.relaxed.gpu.u32 [%0], %1;" ::"l"(word), "r"(goal)
               : "memory");
}

__device__ unsigned told(const unsigned* word) {
  unsigned goal;
  asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(goal) : "l"(word) : "memory");
  return goal;
}

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

  asm volatile("bar.sync 0;" ::: "memory");
  if (thread == 0) tell(&arrayIn[block], goal);

  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (told(&arrayIn[i]) != goal) {
      }
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) tell(&arrayOut[i], goal);
  }

  if (thread == 0)
    while (told(&arrayOut[block]) != goal) {
    }
  __syncthreads();
}
