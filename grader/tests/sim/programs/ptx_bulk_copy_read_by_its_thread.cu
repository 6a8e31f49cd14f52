// expect: data_race
// missing: in flight: before line 14, wait at
// Not even the thread that begins a bulk copy may read its target.
#include "parts/bulk_copies.h"

__global__ void tiles(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t barrier;
  if (threadIdx.x > 0) return;
  init(&barrier, 1);
  fence_proxies();
  arrive_expecting(&barrier, 256);
  load(&barrier, tile, in, 256);
  out[0] = tile[0];
  wait(&barrier, 0);
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
