// expect: data_race
// missing: had waited for another block before: thread 1 came straight from the
// missing: __syncthreads() in line 12 to line 14
// schedules: 200
// Thread 0 counts its block, and no thread waits for the other block.
#include <cuda_runtime.h>

__device__ int arrived;

__global__ void work(int* data, int* out) {
  if (threadIdx.x == 0) data[blockIdx.x] = 1;
  __syncthreads();
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
