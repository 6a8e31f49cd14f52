// expect: data_race
// told: write scratch[3]
// unsaid: memory of
// Memory that a kernel allocates has the name of the variable that received it.
#include <cuda_runtime.h>

__global__ void share() {
  __shared__ int* shared;
  if (threadIdx.x == 0) {
    int* scratch = static_cast<int*>(malloc(16 * sizeof(int)));
    shared = scratch;
  }
  __syncthreads();
  shared[3] = threadIdx.x;
}

int main() {
  share<<<1, 2>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
