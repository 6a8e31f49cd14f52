// expect: data_race
// missing: without any __syncthreads(), atomic or volatile access before it: nothing held it
// schedules: 200
// Thread 0 counts its block; thread 1 does not wait for anything.
#include <cuda_runtime.h>

__device__ int arrived;

__global__ void work(int* data, int* out) {
  if (threadIdx.x == 0) data[blockIdx.x] = 1;
  if (threadIdx.x == 0) atomicAdd(&arrived, 1);
  if (threadIdx.x == 1) out[blockIdx.x] = data[1 - blockIdx.x];
}

int main() {
  int *data, *out;
  cudaMalloc(&data, 2 * sizeof(int));
  cudaMalloc(&out, 2 * sizeof(int));
  work<<<2, 2>>>(data, out);
  return cudaDeviceSynchronize();
}
