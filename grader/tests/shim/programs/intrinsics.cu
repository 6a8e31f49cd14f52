// What the arithmetic intrinsics return.  The same checks run on the host, against the
// simulator's headers, and on a GPU, compiled by nvcc; prints each that fails.
#include <cuda_runtime.h>

#include <stdio.h>

#define CHECK(expression)                             \
  do {                                                \
    if (!(expression)) {                              \
      printf("line %d: %s\n", __LINE__, #expression); \
      ++*failures;                                    \
    }                                                 \
  } while (0)

__device__ void bits(int* failures) {
  CHECK(__popc(0xF0F0u) == 8 && __popc(~0u) == 32 && __popcll(~0ull) == 64);
  CHECK(__clz(0) == 32 && __clz(1) == 31 && __clz(-1) == 0);
  CHECK(__clzll(0) == 64 && __clzll(1) == 63);
  CHECK(__ffs(0) == 0 && __ffs(8) == 4 && __ffs(int(0x80000000u)) == 32);
  CHECK(__ffsll(0) == 0 && __ffsll(1ll << 40) == 41);
  CHECK(__brev(1u) == 0x80000000u && __brev(0x12345678u) == 0x1E6A2C48u);
  CHECK(__brevll(1ull) == 1ull << 63 &&
        __brevll(0x123456789ABCDEFull) == 0xF7B3D591E6A2C480ull);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x7531u) == 0x77553311u);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x0123u) == 0x00112233u);
  CHECK(__funnelshift_l(0x89ABCDEFu, 0x01234567u, 8) == 0x23456789u);
  CHECK(__funnelshift_l(0x89ABCDEFu, 0x01234567u, 32) == 0x01234567u);
  CHECK(__funnelshift_lc(0x89ABCDEFu, 0x01234567u, 40) == 0x89ABCDEFu);
  CHECK(__funnelshift_r(0x89ABCDEFu, 0x01234567u, 8) == 0x6789ABCDu);
  CHECK(__funnelshift_rc(0x89ABCDEFu, 0x01234567u, 40) == 0x01234567u);
  CHECK(__fns(0xF0u, 0, 1) == 4 && __fns(0xF0u, 0, 4) == 7 && __fns(0xF0u, 0, 5) == ~0u);
  CHECK(__fns(0xF0u, 7, -2) == 6 && __fns(0xF0u, 5, 0) == 5 && __fns(0xF0u, 3, 0) == ~0u);
}

__device__ void integers(int* failures) {
  CHECK(__mulhi(-2, 3) == -1 && __mulhi(1 << 30, 1 << 10) == 256);
  CHECK(__umulhi(~0u, ~0u) == ~0u - 1 && __mul64hi(-1, 1) == -1);
  CHECK(__umul64hi(~0ull, ~0ull) == ~0ull - 1);
  CHECK(__mul24(0xFFFFFF, 2) == -2 && __umul24(0x1FFFFFFu, 2u) == 0x1FFFFFEu);
  CHECK(__sad(-5, 3, 10u) == 18 && __usad(5u, 3u, 10u) == 12);
  CHECK(__hadd(3, 4) == 3 && __rhadd(3, 4) == 4 && __hadd(-3, -4) == -4);
  CHECK(__uhadd(~0u, ~0u - 2) == ~0u - 1 && __urhadd(~0u, ~0u - 1) == ~0u);
  CHECK(min(-1, 2) == -1 && max(-1, 2) == 2 && min(-1, 2u) == 2 && max(-1, 2u) == ~0u);
  CHECK(min(-1ll, 2ull) == 2 && max(3l, 4l) == 4 && min(1.5f, 2.0) == 1.5);
}

__device__ void floating(int* failures) {
  const float nan = __int_as_float(0x7FC00000);
  CHECK(min(nan, 1.0f) == 1.0f && max(1.0f, nan) == 1.0f);
  CHECK(__float_as_int(1.0f) == 0x3F800000 && __uint_as_float(0x40000000u) == 2.0f);
  CHECK(__double_as_longlong(1.0) == 0x3FF0000000000000ll);
  CHECK(__hiloint2double(0x3FF00000, 0) == 1.0 &&
        __double2hiint(-2.0) == int(0xC0000000u));
  CHECK(__hiloint2double(0x3FF00000, -1) == 1.0 + 4294967295.0 / 4503599627370496.0);
  CHECK(__float2int_rn(2.5f) == 2 && __float2int_rz(-2.7f) == -2);
  CHECK(__float2int_ru(2.1f) == 3 && __float2int_rd(-2.1f) == -3);
  CHECK(__float2int_rz(1e20f) == 0x7FFFFFFF &&
        __float2int_rz(-1e20f) == int(0x80000000u));
  CHECK(__float2uint_rz(-3.0f) == 0 && __float2uint_rz(1e20f) == ~0u);
  CHECK(__double2int_rn(3.5) == 4 && __double2uint_rd(3.9) == 3);
  CHECK(__double2ll_rz(-1e30) == (long long)(1ull << 63) &&
        __float2ull_rn(1e30f) == ~0ull);
  CHECK(__float2int_rz(nan) == 0 && __float2uint_rn(nan) == 0);
  CHECK(__double2int_rz((double)nan) == int(0x80000000u));
  CHECK(__double2uint_rz((double)nan) == 0x80000000u);
  CHECK(__float2ll_rz(nan) == (long long)(1ull << 63));
  CHECK(__float2ull_rz(nan) == 1ull << 63);
  CHECK(__double2ll_rz((double)nan) == (long long)(1ull << 63));
  CHECK(__double2ull_rz((double)nan) == 1ull << 63);
  CHECK(__saturatef(-1.0f) == 0 && __saturatef(0.5f) == 0.5f && __saturatef(7.0f) == 1);
  CHECK(__saturatef(nan) == 0);
  CHECK(__fmaf_rn(2.0f, 3.0f, 4.0f) == 10 && __fadd_rn(1.0f, 2.0f) == 3);
  CHECK(__dmul_rn(2.0, 3.0) == 6 && __fsqrt_rn(4.0f) == 2 && __drcp_rn(4.0) == 0.25);
  CHECK(__frsqrt_rn(4.0f) == 0.5f && fabs(rsqrt(4.0) - 0.5) < 1e-12);
  CHECK(fabsf(__expf(1.0f) - 2.7182818f) < 1e-5f &&
        fabsf(__logf(2.0f) - 0.693147f) < 1e-5f);
  CHECK(fabs(sinpi(0.5) - 1) < 1e-12 && fabs(cospi(1.0) + 1) < 1e-12);
  CHECK(fabs(normcdf(0.0) - 0.5) < 1e-12 && fabs(rcbrt(8.0) - 0.5) < 1e-12);
}

__device__ void roundings(int* failures) {
  // 2^24 + 1 lies between two floats; so does its negative.
  CHECK(__int2float_rn(16777217) == 16777216 && __int2float_rz(16777217) == 16777216);
  CHECK(__int2float_ru(16777217) == 16777218 && __int2float_rd(16777217) == 16777216);
  CHECK(__int2float_ru(-16777217) == -16777216 && __int2float_rd(-16777217) == -16777218);
  CHECK(__int2float_rz(-16777217) == -16777216 && __int2float_rd(7) == 7);
  CHECK(__uint2float_rd(~0u) == 4294967040.0f && __uint2float_ru(~0u) == 4294967296.0f);
  CHECK(__uint2float_rz(~0u) == 4294967040.0f && __uint2float_rn(~0u) == 4294967296.0f);
  CHECK(__ll2float_rz(-(1ll << 40) - 1) == -1099511627776.0f);
  CHECK(__ll2float_rd(-(1ll << 40) - 1) == -1099511758848.0f);
  CHECK(__ll2float_ru((1ll << 40) + 1) == 1099511758848.0f);
  CHECK(__ull2float_ru(~0ull) == 18446744073709551616.0f);
  CHECK(__ull2float_rd(~0ull) == 18446742974197923840.0f);
  CHECK(__ull2float_rz(~0ull) == __ull2float_rd(~0ull));
  CHECK(__ll2double_rd(9007199254740993ll) == 9007199254740992.0);
  CHECK(__ll2double_ru(9007199254740993ll) == 9007199254740994.0);
  CHECK(__ll2double_rz(-9007199254740993ll) == -9007199254740992.0);
  CHECK(__ull2double_ru(~0ull) == 18446744073709551616.0);
  CHECK(__ull2double_rd(~0ull) == 18446744073709549568.0);
  CHECK(__ull2double_rz(~0ull) == __ull2double_rd(~0ull));
  CHECK(__double2float_ru(0.1) == __int_as_float(0x3DCCCCCD));
  CHECK(__double2float_rd(0.1) == __int_as_float(0x3DCCCCCC));
  CHECK(__double2float_rz(-0.1) == __int_as_float(int(0xBDCCCCCCu)));
  CHECK(__double2float_rd(1e300) == __int_as_float(0x7F7FFFFF));
  CHECK(__double2float_rz(-1e300) == __int_as_float(int(0xFF7FFFFFu)));
  CHECK(__double2float_ru(1e300) == __int_as_float(0x7F800000));
  CHECK(__double2float_ru(1e-300) == __int_as_float(1) && __double2float_rd(1e-300) == 0);
  CHECK(__int2double_rn(-3) == -3 && __uint2double_rn(~0u) == 4294967295.0);
}

__device__ void lanes(int* failures) {
  CHECK(__vabs2(0x8000FFFFu) == 0x80000001u && __vabsss2(0x8000FFFFu) == 0x7FFF0001u);
  CHECK(__vabs4(0x80FF7F01u) == 0x80017F01u && __vabsss4(0x80FF7F01u) == 0x7F017F01u);
  CHECK(__vneg2(0x80000001u) == 0x8000FFFFu && __vnegss2(0x80000001u) == 0x7FFFFFFFu);
  CHECK(__vneg4(0x80010002u) == 0x80FF00FEu && __vnegss4(0x80010002u) == 0x7FFF00FEu);
  CHECK(__vadd2(0xFFFF7FFFu, 0x00020001u) == 0x00018000u);
  CHECK(__vaddss2(0x80007FFFu, 0xFFFF0001u) == 0x80007FFFu);
  CHECK(__vaddus2(0xFFFF0003u, 0x00020004u) == 0xFFFF0007u);
  CHECK(__vadd4(0xFF7F0102u, 0x02010304u) == 0x01800406u);
  CHECK(__vaddss4(0x807F0102u, 0xFF010304u) == 0x807F0406u);
  CHECK(__vaddus4(0xFF7F0102u, 0x02010304u) == 0xFF800406u);
  CHECK(__vsub2(0x00010000u, 0x00020001u) == 0xFFFFFFFFu);
  CHECK(__vsubss2(0x80007FFFu, 0x0001FFFFu) == 0x80007FFFu);
  CHECK(__vsubus2(0x00010005u, 0x00020001u) == 0x00000004u);
  CHECK(__vsub4(0x00018005u, 0x01010101u) == 0xFF007F04u);
  CHECK(__vsubss4(0x00018005u, 0x01010101u) == 0xFF008004u);
  CHECK(__vsubus4(0x00018005u, 0x01010101u) == 0x00007F04u);
  CHECK(__vabsdiffs2(0x7FFF0001u, 0x80000003u) == 0xFFFF0002u);
  CHECK(__vabsdiffu2(0x7FFF0001u, 0x80000003u) == 0x00010002u);
  CHECK(__vabsdiffs4(0x7F010500u, 0x80030200u) == 0xFF020300u);
  CHECK(__vabsdiffu4(0x7F010500u, 0x80030200u) == 0x01020300u);
  CHECK(__vavgs2(0x0001FFFFu, 0x0002FFFEu) == 0x0002FFFEu);
  CHECK(__vavgs2(0x0000FFFDu, 0xFFFF0002u) == 0xFFFFFFFFu);
  CHECK(__vavgu2(0xFFFF0001u, 0xFFFE0002u) == 0xFFFF0002u);
  CHECK(__vavgs4(0x01FF00FDu, 0x02FEFF02u) == 0x02FEFFFFu);
  CHECK(__vavgu4(0xFF010003u, 0xFE020004u) == 0xFF020004u);
  CHECK(__vhaddu2(0xFFFF0001u, 0xFFFE0002u) == 0xFFFE0001u);
  CHECK(__vhaddu4(0xFF010003u, 0xFE020004u) == 0xFE010003u);
  CHECK(__vmaxs2(0x8000FFFFu, 0x00010000u) == 0x00010000u);
  CHECK(__vmaxu2(0x8000FFFFu, 0x00010000u) == 0x8000FFFFu);
  CHECK(__vmins4(0x80FF0102u, 0x00000300u) == 0x80FF0100u);
  CHECK(__vminu4(0x80FF0102u, 0x00000300u) == 0x00000100u);
  CHECK(__vmaxs4(0x80FF0102u, 0x00000300u) == 0x00000302u);
  CHECK(__vmaxu4(0x80FF0102u, 0x00000300u) == 0x80FF0302u);
  CHECK(__vmins2(0x8000FFFFu, 0x00010000u) == 0x8000FFFFu);
  CHECK(__vminu2(0x8000FFFFu, 0x00010000u) == 0x00010000u);
  CHECK(__vcmpeq4(0x1234ABA5u, 0x1234ABA6u) == 0xFFFFFF00u);
  CHECK(__vcmpne2(0x12340001u, 0x12340002u) == 0x0000FFFFu);
  CHECK(__vcmpgts4(0x01FF7F80u, 0x00007F7Fu) == 0xFF000000u);
  CHECK(__vcmpgtu4(0x01FF7F80u, 0x00007F7Fu) == 0xFFFF00FFu);
  CHECK(__vcmpges2(0xFFFF0001u, 0x00000001u) == 0x0000FFFFu);
  CHECK(__vcmpleu2(0xFFFF0001u, 0x00000001u) == 0x0000FFFFu);
  CHECK(__vcmplts2(0xFFFF0001u, 0x00000001u) == 0xFFFF0000u);
  CHECK(__vseteq2(0x12340001u, 0x12340002u) == 0x00010000u);
  CHECK(__vsetlts4(0x01FF7F80u, 0x00007F7Fu) == 0x00010001u);
  CHECK(__vsetgeu4(0x01FF7F80u, 0x00007F7Fu) == 0x01010101u);
  CHECK(__vsads2(0x7FFF0001u, 0x80000003u) == 0x10001u);
  CHECK(__vsads4(0x7F010500u, 0x80030200u) == 0xFF + 2 + 3);
  CHECK(__vsadu4(0xFF010500u, 0x00030200u) == 0xFF + 2 + 3);
  CHECK(__vsadu2(0xFFFF0001u, 0x00000003u) == 0x10001u);
}

__device__ void products(int* failures) {
  CHECK(__dp4a(0x01FF0203, 0x02030401, 10) == 10 + 2 - 3 + 8 + 3);
  CHECK(__dp4a(0x01FF0203u, 0x02030401u, 10u) == 10u + 2 + 765 + 8 + 3);
  CHECK(__dp4a(make_char4(3, 2, -1, 1), make_char4(1, 4, 3, 2), 10) == 20);
  CHECK(__dp4a(make_uchar4(3, 2, 255, 1), make_uchar4(1, 4, 3, 2), 10u) == 788);
  CHECK(__dp2a_lo(int(0xFFFF0003u), 0x0201FE05, 1) == 1 + 15 + 2);
  CHECK(__dp2a_hi(int(0xFFFF0003u), 0x0201FE05, 1) == 1 + 3 - 2);
  CHECK(__dp2a_lo(0xFFFF0003u, 0x0201FE05u, 1u) == 1u + 15 + 65535 * 254);
  CHECK(__dp2a_hi(0xFFFF0003u, 0x0201FE05u, 1u) == 1u + 3 + 65535 * 2);
  CHECK(__dp2a_lo(make_short2(3, -1), make_char4(5, -2, 1, 2), 1) == 18);
  CHECK(__dp2a_hi(make_ushort2(3, 65535), make_uchar4(5, 254, 1, 2), 1u) == 131074);
}

__global__ void check(int* failures) {
  roundings(failures);
  lanes(failures);
  products(failures);
  bits(failures);
  integers(failures);
  floating(failures);
}

int main() {
#if defined(GRIDLOCK_SIM)
  int failed = 0;
  check(&failed);
#else
  int *failures, failed = 0;
  cudaMallocManaged(&failures, sizeof *failures);
  *failures = 0;
  check<<<1, 1>>>(failures);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  failed = *failures;
#endif
  printf("%d failed\n", failed);
  return failed != 0;
}
