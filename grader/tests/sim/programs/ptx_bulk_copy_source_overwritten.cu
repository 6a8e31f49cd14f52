// expect: data_race
// missing: in flight: before line 17, wait at
// The source is written while the copy may still read it.
#include "parts/bulk_copies.h"

__global__ void tiles(int* in, int* out) {
  __shared__ alignas(16) int tile[32];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) init(&barrier, 1);
  fence_proxies();
  __syncthreads();
  if (threadIdx.x == 0) {
    arrive_expecting(&barrier, 128);
    load(&barrier, tile, in + 32 * blockIdx.x, 128);
  }
  __syncthreads();
  in[32 * blockIdx.x + threadIdx.x] = -1;
  wait(&barrier, 0);
  out[32 * blockIdx.x + threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  tiles<<<4, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < 128; ++i)
    if (out[i] != i) return 1;
  return 0;
}
