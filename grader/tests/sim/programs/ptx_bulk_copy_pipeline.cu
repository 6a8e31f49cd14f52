// expect: passed
// A warp fills three stages by bulk copies, two for each, and ends before the others have
// taken the last one out; nobody writes a stage that is still read.
#include "parts/bulk_copies.h"

constexpr int kStages = 3, kTiles = 8;

__global__ void tiles(const int* in, int* out) {
  __shared__ alignas(16) int stage[kStages][32];
  __shared__ uint64_t full[kStages], empty[kStages];
  if (threadIdx.x == 0)
    for (int i = 0; i < kStages; ++i) init(&full[i], 1), init(&empty[i], 32);
  fence_proxies();
  __syncthreads();
  if (threadIdx.x >= 32) {
    if (threadIdx.x > 32) return;
    for (int i = 0; i < kTiles; ++i) {
      const int at = i % kStages, phase = i / kStages % 2;
      wait(&empty[at], phase ^ 1);
      arrive_expecting(&full[at], 128);
      load(&full[at], stage[at], in + 32 * i, 64);
      load(&full[at], stage[at] + 16, in + 32 * i + 16, 64);
    }
    return;
  }
  for (int i = 0; i < kTiles; ++i) {
    const int at = i % kStages, phase = i / kStages % 2;
    wait(&full[at], phase);
    out[32 * i + threadIdx.x] = stage[at][31 - threadIdx.x];
    arrive(&empty[at]);
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i) in[i] = i;
  tiles<<<1, 64>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < 256; ++i)
    if (out[i] != i / 32 * 32 + 31 - i % 32) return 1;
  return 0;
}
