// One thread arrives, and another one waits.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  __syncthreads();
  if (thread == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);
  }
  if (thread == threads - 1) {
    const volatile unsigned* arrived = mutex;
    // ...
  }
  __syncthreads();
}
