// expect: data_race
// Arrivals that release nothing: what was written before them is not seen behind the
// wait.
#include <cstdint>
#include <cstdio>

__global__ void exchange(int* out) {
  __shared__ uint64_t barrier;
  __shared__ int values[64];
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address), "r"(64));
  __syncthreads();

  values[threadIdx.x] = threadIdx.x;
  uint64_t state;
  asm volatile("mbarrier.arrive.relaxed.cta.shared.b64 %0, [%1];"
               : "=l"(state)
               : "r"(address)
               : "memory");
  unsigned done = 0;
  while (!done)
    asm volatile(
        "{\n\t.reg .pred p;\n\t"
        "mbarrier.test_wait.shared.b64 p, [%1], %2;\n\t"
        "selp.u32 %0, 1, 0, p;\n\t}"
        : "=r"(done)
        : "r"(address), "l"(state)
        : "memory");
  const int seen = values[63 - threadIdx.x];

  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(address)
               : "memory");
  asm volatile(
      "{\n"
      ".reg .pred P1;\n"
      "LAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra.uni DONE;\n"
      "bra.uni LAB_WAIT;\n"
      "DONE:\n"
      "}" ::"r"(address),
      "r"(1)
      : "memory");
  values[threadIdx.x] = 2 * seen;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x == 0)
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(address) : "memory");
}

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  exchange<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 64; ++i) wrong += out[i] != 2 * (63 - i);
  printf("%d wrong\n", wrong);
  return wrong;
}
