// expect: passed
// The bytes are announced after the copy has begun, by one of many that arrive; all
// blocks copy from the same place, and threads wait by their state.
#include "parts/bulk_copies.h"

__global__ void tiles(const int* in, int* out) {
  __shared__ alignas(16) int tile[32];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) init(&barrier, 32);
  fence_proxies();
  __syncthreads();
  if (threadIdx.x == 7) {
    load(&barrier, tile, in, 128);
    expect(&barrier, 128);
  }
  uint64_t state;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];"
               : "=l"(state)
               : "r"(shared(&barrier))
               : "memory");
  unsigned done = 0;
  while (!done)
    asm volatile(
        "{\n\t.reg .pred p;\n\t"
        "mbarrier.test_wait.shared::cta.b64 p, [%1], %2;\n\t"
        "selp.u32 %0, 1, 0, p;\n\t}"
        : "=r"(done)
        : "r"(shared(&barrier)), "l"(state)
        : "memory");
  out[32 * blockIdx.x + threadIdx.x] = tile[31 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  tiles<<<4, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < 128; ++i)
    if (out[i] != 31 - i % 32) return 1;
  return 0;
}
