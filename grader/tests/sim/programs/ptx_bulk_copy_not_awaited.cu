// expect: data_race
// missing: may still be in flight: before line 20, wait at shared barrier for the phase that
// missing: counts its bytes.
// A bulk copy is in flight until a wait at its mbarrier returns, whatever barrier comes.
#include "parts/bulk_copies.h"

__global__ void tiles(const int* in, int* out) {
  __shared__ alignas(16) int tile[2][64];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) init(&barrier, 1);
  fence_proxies();
  __syncthreads();
  for (int round = 0; round < 2; ++round) {
    int* const mine = tile[round];
    if (threadIdx.x == 0) {
      arrive_expecting(&barrier, 256);
      load(&barrier, mine, in + 64 * round, 256);
    }
    __syncthreads();
    const int sum = mine[threadIdx.x] + mine[63 - threadIdx.x];
    __syncthreads();
    mine[threadIdx.x] = mine[32 + threadIdx.x] = sum;
    fence_proxies();
    __syncthreads();
    if (threadIdx.x == 0) store(out + 64 * round, mine, 256);
  }
  if (threadIdx.x == 0) wait_until_written();
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  tiles<<<1, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < 128; ++i)
    if (out[i] != (i < 64 ? 63 : 191)) return 1;
  return 0;
}
