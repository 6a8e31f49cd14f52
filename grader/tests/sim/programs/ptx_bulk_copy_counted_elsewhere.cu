// expect: api_error
// missing: block's own shared memory, where the mbarrier must be, too
// The mbarrier that counts the bytes is another block's.
#include "parts/bulk_copies.h"

__global__ void __cluster_dims__(2) tiles(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) init(&barrier, 1);
  fence_proxies();
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" :::);
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    unsigned target;
    asm volatile("mapa.shared::cluster.u32 %0, %1, 1;"
                 : "=r"(target)
                 : "r"(shared(&barrier)));
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
        "256, [%2];" ::"r"(shared(tile)),
        "l"(in), "r"(target)
        : "memory");
  }
  out[threadIdx.x] = 0;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  tiles<<<2, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < 128; ++i)
    if (out[i] != i) return 1;
  return 0;
}
