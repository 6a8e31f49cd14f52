// expect: passed
// Single bytes at both ends of a bulk copy; the mbarrier is invalidated and begins anew.
#include "parts/bulk_copies.h"

__global__ void k(const unsigned char* in, unsigned char* out) {
  __shared__ __align__(16) unsigned char tile[64];
  __shared__ uint64_t bar;
  unsigned sum = 0;
  for (int i = 0; i < 64; ++i) sum += in[i];
  for (int r = 0; r < 2; ++r) {
    if (threadIdx.x == 0) {
      init(&bar, 1);
      fence_proxies();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      arrive_expecting(&bar, 64);
      load(&bar, (int*)tile, (const int*)in, 64);
    }
    wait(&bar, 0);
    for (int i = 0; i < 64; ++i) sum -= tile[i] - tile[0];
    __syncthreads();
    if (threadIdx.x == 0)
      asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(shared(&bar)) : "memory");
    tile[threadIdx.x] = tile[threadIdx.x + 32] = (unsigned char)(sum / 64);
    fence_proxies();
    __syncthreads();
    if (threadIdx.x == 31) {
      store((int*)(out + 64 * r), (int*)tile, 64);
      wait_until_written<0>();
    }
    __syncthreads();
    if (out[64 * r + threadIdx.x] != tile[threadIdx.x]) __trap();
    __syncthreads();
  }
}
int main() {
  unsigned char *a, *c;
  cudaMallocManaged(&a, 64), cudaMallocManaged(&c, 128);
  for (int i = 0; i < 64; ++i) a[i] = 0;
  k<<<1, 32>>>(a, c);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  a[3] = 1;
  return 0;
}
