// Results of the arithmetic intrinsics.  The same checks run on the host, against the
// simulator's headers, and on a GPU, compiled by nvcc; prints each failure.
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
  // 2^24 + 1 lies between two floats.
  CHECK(__int2float_rn(16777217) == 16777216 && __uint2float_rn(~0u) == 4294967296.0f);
  CHECK(__ll2float_rn(-(1ll << 40) - 1) == -1099511627776.0f);
  CHECK(__ull2float_rn(~0ull) == 18446744073709551616.0f);
  CHECK(__ll2double_rn(9007199254740993ll) == 9007199254740992.0);
  CHECK(__ull2double_rn(~0ull) == 18446744073709551616.0);
  CHECK(__double2float_rn(0.1) == __int_as_float(0x3DCCCCCD));
  CHECK(__int2double_rn(-3) == -3 && __uint2double_rn(~0u) == 4294967295.0);
}

__global__ void check(int* failures) {
  roundings(failures);
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
