// expect: passed
// A hand-made grid barrier with its counter in a __device__ variable, on both devices at
// once: neither disturbs the other.
#include <cuda_runtime.h>

__device__ int arrived;
__device__ int parts[4];

__device__ void barrier(int goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void work(int* wrong) {
  if (threadIdx.x == 0) parts[blockIdx.x] = blockIdx.x + 1;
  barrier(gridDim.x);
  const int next = (blockIdx.x + 1) % gridDim.x;
  if (parts[next] != next + 1) atomicAdd_system(wrong, 1);
}

int main() {
  int* wrong;
  cudaMallocHost(&wrong, sizeof(int));
  *wrong = 0;
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    work<<<4, 2>>>(wrong);
  }
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  }
  return *wrong;
}
