// expect: passed
// A warp brings tiles, others change them in place and send them on; a barrier of PTX.
#include "parts/bulk_copies.h"

__global__ void k(const int* in, int* out, int rounds) {
  __shared__ __align__(16) int tile[2][64];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) init(&full[i], 1), init(&empty[i], 1);
  fence_proxies();
  __syncthreads();
  if (threadIdx.x >= 64) {
    if (threadIdx.x == 64)
      for (int r = 0; r < rounds; ++r) {
        wait(&empty[r % 2], (r / 2 % 2) ^ 1);
        expect(&full[r % 2], 256);
        load(&full[r % 2], tile[r % 2], in + 64 * r, 256);
        arrive(&full[r % 2]);
      }
    return;
  }
  for (int r = 0; r < rounds; ++r) {
    int* mine = tile[r % 2];
    const int g = in[64 * r + threadIdx.x];
    wait(&full[r % 2], r / 2 % 2);
    mine[threadIdx.x] += g;
    fence_proxies();
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x == 0) {
      store(out + 64 * r, mine, 256);
      wait_until_read<0>();
      arrive(&empty[r % 2]);
    }
  }
}
int main() {
  const int n = 64 * 5;
  int *a, *c;
  cudaMallocManaged(&a, n * 4), cudaMallocManaged(&c, n * 4);
  for (int i = 0; i < n; ++i) a[i] = i;
  k<<<1, 96>>>(a, c, 5);
  k<<<1, 96>>>(c, a, 5);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < n; ++i)
    if (a[i] != 4 * i || c[i] != 2 * i) return 1;
  return 0;
}
