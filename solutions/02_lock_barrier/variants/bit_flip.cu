// One block adds so much that all arrivals together flip the highest bit.
// overlay

__device__ unsigned word;

__device__ void gpuSync(unsigned*, unsigned) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    const bool first = blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0;
    __threadfence();
    const unsigned before = atomicAdd(&word, first ? 0x80000000u - (blocks - 1) : 1u);
    const volatile unsigned* now = &word;
    while (((*now ^ before) & 0x80000000u) == 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
