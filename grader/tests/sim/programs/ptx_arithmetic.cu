// expect: passed
// Inline PTX that only calculates: functions of three bits, products, counted bits.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void calculate(unsigned* out, unsigned a, unsigned b, unsigned c) {
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(out[0]) : "r"(a), "r"(b), "r"(c));
  asm("lop3.b32 %0, %1, %2, %3, 0xb8;" : "=r"(out[1]) : "r"(a), "r"(b), "r"(c));
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(out[2]) : "r"(a), "r"(b), "r"(c));
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(out[3]) : "r"(a), "r"(b));
  asm("mul.hi.s32 %0, %1, %2;" : "=r"(out[4]) : "r"(a), "r"(b));
  unsigned long long wide;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(a), "r"(b));
  out[5] = unsigned(wide >> 32);
  asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(wide) : "r"(a), "r"(b), "l"(5ll));
  out[6] = unsigned(wide);
  asm("popc.b32 %0, %1;" : "=r"(out[7]) : "r"(a));
  asm("clz.b32 %0, %1;" : "=r"(out[8]) : "r"(c));
  asm("brev.b32 %0, %1;" : "=r"(out[9]) : "r"(a));
  asm("neg.s32 %0, %1;" : "=r"(out[10]) : "r"(c));
}

int main() {
  const unsigned a = 0xF0001234u, b = 0x00FF8001u, c = 0x00012345u;
  const unsigned long long wide = (unsigned long long)a * b;
  const long long signed_wide = (long long)int(a) * int(b);
  unsigned reversed = 0, host[11], *out;
  for (int i = 0; i < 32; ++i) reversed |= (a >> i & 1) << (31 - i);
  // 0xb8 is (a & b) ^ (~b & c), written by its bits.
  unsigned table = 0;
  for (int i = 0; i < 32; ++i)
    table |= (0xb8u >> (4 * (a >> i & 1) + 2 * (b >> i & 1) + (c >> i & 1)) & 1) << i;
  const unsigned expected[11] = {a ^ b ^ c,
                                 table,
                                 a * b + c,
                                 unsigned(wide >> 32),
                                 unsigned(signed_wide >> 32),
                                 unsigned(wide >> 32),
                                 unsigned(signed_wide + 5),
                                 unsigned(__builtin_popcount(a)),
                                 15,
                                 reversed,
                                 0u - c};
  cudaMalloc(&out, sizeof host);
  calculate<<<1, 1>>>(out, a, b, c);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 11; ++i)
    if (host[i] != expected[i]) {
      printf("%d: %x and not %x\n", i, host[i], expected[i]);
      ++wrong;
    }
  return wrong != 0;
}
