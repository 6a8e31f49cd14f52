// expect: data_race
// missing: The atomicExch in line 24 comes before the end of a bulk copy
// The thread signals to another block when its copy has only read.
#include "parts/bulk_copies.h"

__device__ int ready;

__global__ void tiles(const int* in, int* out) {
  __shared__ alignas(16) int tile[128];
  if (blockIdx.x == 1) {
    while (atomicAdd(&ready, 0) == 0) {
    }
    __threadfence();
    if (out[threadIdx.x] < 0) __trap();
    return;
  }
  for (int i = threadIdx.x; i < 128; i += 32) tile[i] = in[i];
  fence_proxies();
  __syncthreads();
  if (threadIdx.x == 0) {
    store(out, tile, 512);
    wait_until_read();
    __threadfence();
    atomicExch(&ready, 1);
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  tiles<<<2, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < 128; ++i)
    if (out[i] != i) return 1;
  return 0;
}
