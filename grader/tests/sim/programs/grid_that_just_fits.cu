// expect: passed
// The same barrier over exactly the blocks that fit, launched cooperatively; one block
// more is refused.
__device__ unsigned int arrived;

__global__ void meet(int rounds) {
  for (int round = 1; round <= rounds; ++round) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&arrived, 1u);
      while (*(volatile unsigned int*)&arrived < gridDim.x * round) {
      }
      __threadfence();
    }
    __syncthreads();
  }
}

int main() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  int per_sm = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, meet, 32, 0);
  int rounds = 3;
  void* args[] = {&rounds};
  const int fits = prop.multiProcessorCount * per_sm;
  if (cudaLaunchCooperativeKernel((const void*)meet, dim3(fits), dim3(32), args, 0, 0) !=
      cudaSuccess)
    return 1;
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  if (cudaLaunchCooperativeKernel((void*)meet, dim3(fits + 1), dim3(32), args, 0, 0) !=
      cudaErrorCooperativeLaunchTooLarge)
    return 3;
  return cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge ? 0 : 4;
}
