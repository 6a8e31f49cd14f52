// Instructions of inline PTX and their results.
#include "cases.h"

__device__ unsigned counter;

// Nothing calls this function, so it is no error that the simulator lacks sin.approx.
__device__ float sine(float x) {
  float y;
  asm("sin.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

struct Words {
  uint4 v[2];
  unsigned long long l[2];
  unsigned u;
  float f;
  int errors;
};

__global__ void access(Words* words) {
  unsigned added_to, swapped;
  unsigned long long wide;
  asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;"
               : "=r"(added_to)
               : "l"(&words->u), "r"(5u)
               : "memory");
  asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;"
               : "=r"(swapped)
               : "l"(&words->u), "r"(6u), "r"(9u)
               : "memory");
  if (added_to != 1 || swapped != 6) ++words->errors;
  asm volatile("red.release.sys.global.max.u64 [%0+8], %1;" ::"l"(words->l), "l"(77ull)
               : "memory");
  asm volatile("red.add.f32 [%0], %1;" ::"l"(&words->f), "f"(0.5f) : "memory");
  asm volatile("atom.exch.b64 %0, [%1], 3;" : "=l"(wide) : "l"(words->l) : "memory");
  if (wide != 1 || words->u != 9 || words->l[1] != 77 || words->f != 1.5f)
    ++words->errors;

  uint4 four;
  asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(four.x), "=r"(four.y), "=r"(four.z), "=r"(four.w)
               : "l"(words->v));
  if (four.x != 1 || four.w != 4) ++words->errors;
  asm volatile("st.relaxed.gpu.global.v2.u32 [%0 + 16], {%1, %2};" ::"l"(words->v),
               "r"(four.w), "r"(four.x)
               : "memory");
  asm volatile("st.global.cs.v2.b32 [%0+24], {%1, %2};" ::"l"(words->v), "r"(8), "r"(9));
  const uint4 stored = words->v[1];
  if (stored.x != 4 || stored.y != 1 || stored.z != 8 || stored.w != 9) ++words->errors;
}

__global__ void look_around(int* errors) {
  unsigned tid, lane, mask;
  unsigned long long wide;
  asm volatile("mov.u32 %0, %%tid.x; mov.u32 %1, %%laneid; mov.u32 %2, %%lanemask_lt;"
               : "=r"(tid), "=r"(lane), "=r"(mask));
  if (tid != threadIdx.x || lane != tid % 32 || mask != (1u << lane) - 1) ++*errors;
  long long before, after;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(before));
  asm volatile("nanosleep.u32 %0;" ::"r"(20));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(wide));
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(after));
  if (after < before || wide == 0) ++*errors;

  int sum = 0;
  asm volatile(
      "{\n\t.reg .pred p;\n\t.reg .s32 i<2>;\n\tmov.s32 i0, -3;\n"
      "again:\n\tadd.s32 %0, %0, i0;  // -3 - 2 - 1\n\tadd.s32 i0, i0, 1;\n\t"
      "setp.lt.s32 p, i0, 0;\n\t@p bra again;\n\t}"
      : "+r"(sum));
  if (sum != -6) ++*errors;
  signed char byte = -5;
  int widened;
  asm volatile("ld.s8 %0, [%1];" : "=r"(widened) : "l"(&byte));
  if (widened != -5) ++*errors;
  asm volatile("red.global.inc.u32 [%0], %1;" ::"l"(&counter), "r"(7));
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  asm volatile("fence.sc.sys; membar.cta;" ::: "memory");
}

// Atomics, vectors, special registers and a loop.
CASE(atomics, passed) {
  Words* words = managed<Words>();
  *words = {{{1, 2, 3, 4}, {0, 0, 0, 0}}, {1, 1}, 1, 1.0f, 0};
  access<<<1, 1>>>(words);
  look_around<<<1, 1>>>(&words->errors);
  cudaDeviceSynchronize();
  unsigned count = 0;
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  return words->errors + (count != 1);
}
