// expect: data_race
// missing: If either may come first, read through a volatile pointer
// unsaid: No __syncthreads()
// In a loop, threads look at a row by an ordinary read and take it by atomicExch.  They
// come to the two lines at different rows, so no barrier between the lines would help.
#include <cuda_runtime.h>

__device__ int taken[64];

__global__ void take(const int* wanted, int* owner, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    const int row = wanted[i];
    if (taken[row] == 0) {
      if (atomicExch(&taken[row], 1) == 0) owner[row] = i;
    }
  }
}

int main() {
  constexpr int kCount = 32;
  int host[kCount], *wanted = nullptr, *owner = nullptr;
  for (int i = 0; i < kCount; ++i) host[i] = i / 2 * 7 % 64;
  cudaMalloc(&wanted, sizeof host);
  cudaMalloc(&owner, 64 * sizeof(int));
  cudaMemcpy(wanted, host, sizeof host, cudaMemcpyHostToDevice);
  take<<<1, 8>>>(wanted, owner, kCount);
  return cudaDeviceSynchronize() != cudaSuccess;
}
