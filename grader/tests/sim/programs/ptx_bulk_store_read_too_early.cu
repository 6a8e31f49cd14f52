// expect: data_race
// missing: as cp.async.bulk.wait_group.read waits only for its reads: its thread must commit
// missing: it and wait with cp.async.bulk.wait_group, and that must be ordered before line 17.
// A wait for the reads alone does not wait until the copy has written.
#include "parts/bulk_copies.h"

__global__ void tiles(const int* in, int* out) {
  __shared__ alignas(16) int tile[128];
  for (int i = threadIdx.x; i < 128; i += 32) tile[i] = in[i];
  fence_proxies();
  __syncthreads();
  if (threadIdx.x == 0) {
    store(out, tile, 512);
    wait_until_read();
  }
  __syncthreads();
  if (out[threadIdx.x] < 0) __trap();
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  tiles<<<1, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < 128; ++i)
    if (out[i] != i) return 1;
  return 0;
}
