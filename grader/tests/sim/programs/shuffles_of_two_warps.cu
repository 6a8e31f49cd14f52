// expect: data_race
// schedules: 60
// missing: No __syncthreads() that both threads reach lies between
// unsaid: a __syncwarp() must lie
// Lanes of both warps shuffle between the read of one and the write of the other: only a
// barrier of the block orders these.
#include <cuda_runtime.h>

__global__ void shift(int* out) {
  __shared__ int first;
  if (threadIdx.x == 0) first = 1;
  __syncthreads();
  int sum = threadIdx.x >= 32 ? first : 0;
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  if (threadIdx.x == 0) first = sum;
  out[threadIdx.x] = sum;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  shift<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
