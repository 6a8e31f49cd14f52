// expect: passed
// Bulk copies of whole pages, in and out, of memory that nothing smaller has used before.
// What waits for them may use the memory as it likes.
#include "parts/bulk_copies.h"

constexpr int kPage = 4096, kInts = kPage / 4;

__global__ void doubled(int* in, int* out) {
  __shared__ alignas(16) int tile[kInts];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) init(&barrier, 1);
  fence_proxies();
  __syncthreads();
  if (threadIdx.x == 0) {
    arrive_expecting(&barrier, kPage);
    load(&barrier, tile, in, kPage);
  }
  wait(&barrier, 0);
  for (int i = threadIdx.x; i < kInts; i += blockDim.x) {
    in[i] = 7;
    tile[i] = 2 * tile[i] + 1;
  }
  fence_proxies();
  __syncthreads();
  if (threadIdx.x != 0) return;
  store(out, tile, kPage);
  wait_until_written();
  for (int i = 0; i < kInts; ++i) ++out[i];
}

int main() {
  int *in, *out, result[kInts];
  cudaMalloc(&in, kPage);
  cudaMalloc(&out, kPage);
  cudaMemset(in, 0, kPage);
  doubled<<<1, 64>>>(in, out);
  cudaMemcpy(result, out, kPage, cudaMemcpyDeviceToHost);
  for (int value : result)
    if (value != 2) return 1;
  return 0;
}
