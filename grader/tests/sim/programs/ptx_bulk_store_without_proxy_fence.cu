// expect: data_race
// missing: after line 11, the thread that writes must execute a fence.proxy.async, and then
// missing: synchronize with the thread that begins the copy of
// unsaid: Nothing orders
// A barrier alone does not let a bulk copy see what threads have written.
#include "parts/bulk_copies.h"

__global__ void tiles(const int* in, int* out) {
  __shared__ alignas(16) int tile[32];
  for (int round = 0; round < 4; ++round) {
    tile[threadIdx.x] = 2 * in[32 * round + threadIdx.x];
    // A fence is missing here.
    __syncthreads();
    if (threadIdx.x == 0) {
      store(out + 32 * round, tile, 128);
      wait_until_read();
    }
    __syncthreads();
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  tiles<<<1, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < 128; ++i)
    if (out[i] != 2 * i) return 1;
  return 0;
}
