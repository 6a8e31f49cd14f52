// expect: passed
// Tiles stream through two buffers in and two out; with cache hints and a bounded wait.
#include "parts/bulk_copies.h"

constexpr int T = 128;
__device__ void load_hint(uint64_t* bar, void* to, const void* from, int bytes) {
  uint64_t policy = 0x12F0000000000000ull;
  asm volatile(
      "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint "
      "[%0], [%1], %2, [%3], %4;" ::"r"(shared(to)),
      "l"(from), "r"(bytes), "r"(shared(bar)), "l"(policy)
      : "memory");
}
__device__ bool try_wait(uint64_t* bar, unsigned phase) {
  unsigned ok;
  asm volatile(
      "{\n.reg .pred P1;\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%1], %2, %3;\n"
      "selp.b32 %0, 1, 0, P1;\n}"
      : "=r"(ok)
      : "r"(shared(bar)), "r"(phase), "r"(0x989680)
      : "memory");
  return ok;
}
__global__ void stream(const int* a, const int* b, int* c, int tiles) {
  extern __shared__ __align__(128) int smem[];
  int *sa = smem, *sb = smem + 2 * T, *sc = smem + 4 * T;
  __shared__ uint64_t full[2];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full[0], 1), init(&full[1], 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  auto fetch = [&](int i, int slot) {
    arrive_expecting(&full[slot], 2 * T * 4);
    load_hint(&full[slot], sa + slot * T, a + i * T, T * 4);
    load_hint(&full[slot], sb + slot * T, b + i * T, T * 4);
  };
  int n = 0;
  if (t == 0 && blockIdx.x < tiles) fetch(blockIdx.x, 0);
  for (int i = blockIdx.x; i < tiles; i += gridDim.x, ++n) {
    const int slot = n % 2;
    if (t == 0 && i + gridDim.x < tiles) fetch(i + gridDim.x, slot ^ 1);
    while (!try_wait(&full[slot], n / 2 % 2)) {
    }
    if (t == 0) wait_until_read<1>();
    __syncthreads();
    sc[slot * T + t] = sa[slot * T + t] + sb[slot * T + t];
    fence_proxies();
    __syncthreads();
    if (t == 0) {
      asm volatile(
          "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;" ::
              "l"(c + i * T),
          "r"(shared(sc + slot * T)), "r"(T * 4), "l"(0x12F0000000000000ull)
          : "memory");
      asm volatile("cp.async.bulk.commit_group;");
    }
  }
  if (t == 0) wait_until_read<0>();
}
int main() {
  const int tiles = 9, n = tiles * T;
  int *a, *b, *c;
  cudaMallocManaged(&a, n * 4), cudaMallocManaged(&b, n * 4),
      cudaMallocManaged(&c, n * 4);
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 2 * i;
  for (int k = 0; k < 3; ++k) stream<<<2, T, 6 * T * 4>>>(a, b, c, tiles);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < n; ++i)
    if (c[i] != 3 * i) return 1;
  return 0;
}
