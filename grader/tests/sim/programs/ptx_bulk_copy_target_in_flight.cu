// expect: data_race
// missing: may still read these bytes: its thread must commit it and wait
// The next tile comes while the copy out of the buffer still reads it.
#include "parts/bulk_copies.h"

__global__ void tiles(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t barrier;
  if (threadIdx.x > 0) return;
  init(&barrier, 1);
  fence_proxies();
  for (int round = 0; round < 2; ++round) {
    arrive_expecting(&barrier, 256);
    load(&barrier, tile, in + 64 * round, 256);
    wait(&barrier, round);
    store(out + 64 * round, tile, 256);
    if (round == 1) wait_until_written();
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
    if (out[i] != i) return 1;
  return 0;
}
