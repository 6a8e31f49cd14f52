// expect: deadlock
// missing: expect_tx must announce exactly the bytes of the bulk copies
// The count of bytes passes zero, and the phase never ends.
#include "parts/bulk_copies.h"

__global__ void tiles(const int* in, int* out) {
  __shared__ alignas(16) int tile[128];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) init(&barrier, 1);
  fence_proxies();
  __syncthreads();
  if (threadIdx.x == 0) {
    arrive_expecting(&barrier, 128);
    load(&barrier, tile, in, 256);
    load(&barrier, tile + 64, in + 64, 256);
  }
  wait(&barrier, 0);
  for (int i = threadIdx.x; i < 128; i += 32) out[i] = tile[i];
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
