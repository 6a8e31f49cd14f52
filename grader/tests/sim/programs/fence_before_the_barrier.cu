// expect: data_race
// missing: The __threadfence in line 11 comes before the __syncthreads in line 12
// Thread 0 fences, and only then learns what thread 1 has written.  The fence of its own
// wait is another one.
#include <cuda_runtime.h>

__device__ int data[2], arrived;

__global__ void meet(int* out) {
  if (threadIdx.x == 1) data[blockIdx.x] = 1;
  if (threadIdx.x == 0) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) != 2) {
    }
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = data[1 - blockIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 2 * sizeof(int));
  meet<<<2, 2>>>(out);
  return cudaDeviceSynchronize();
}
