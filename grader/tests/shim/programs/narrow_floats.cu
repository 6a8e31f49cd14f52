// Floating point of 16 bits, checked on the host against a table that was worked out by
// hand, and against sums over all values.  CUDA's own headers give the same.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

int failures = 0;

void expect(const char* what, unsigned got, unsigned wanted) {
  if (got == wanted) return;
  printf("%s is %x and should be %x\n", what, got, wanted);
  ++failures;
}
struct Wanted {
  const char* what;
  unsigned got;
  void is(unsigned wanted) const { expect(what, got, wanted); }
};
Wanted bits_of(const char* what, __half x) { return {what, __half_as_ushort(x)}; }
Wanted bits_of(const char* what, __nv_bfloat16 x) {
  return {what, __bfloat16_as_ushort(x)};
}
Wanted bits_of(const char* what, int x) { return {what, (unsigned)x}; }
#define CHECK_BITS(x) bits_of(#x, x)

void halves() {
  CHECK_BITS(__float2half(1.0f)).is(0x3c00);
  CHECK_BITS(__float2half(-2.0f)).is(0xc000);
  CHECK_BITS(__float2half(-0.0f)).is(0x8000);
  CHECK_BITS(__float2half(0.1f)).is(0x2e66);
  CHECK_BITS(__float2half(65504.0f)).is(0x7bff);
  CHECK_BITS(__float2half(65519.996f)).is(0x7bff);
  CHECK_BITS(__float2half(65520.0f)).is(0x7c00);  // Half way: to the even, infinity.
  CHECK_BITS(__float2half(INFINITY)).is(0x7c00);
  CHECK_BITS(__float2half(NAN)).is(0x7fff);
  CHECK_BITS(__float2half(1 + 0x1p-11f)).is(0x3c00);  // Half way, to the even.
  CHECK_BITS(__float2half(1 + 0x3p-11f)).is(0x3c02);
  CHECK_BITS(__float2half(0x1p-24f)).is(0x0001);
  CHECK_BITS(__float2half(0x1p-25f)).is(0x0000);
  CHECK_BITS(__float2half(0x1.002p-25f)).is(0x0001);
  CHECK_BITS(__float2half(0x1p-14f - 0x1p-25f)).is(0x0400);
  CHECK_BITS(__double2half(1 + 0x1p-11 + 0x1p-40)).is(0x3c01);  // Rounded only once.
  CHECK_BITS(__float2half_rz(1.9999f)).is(0x3fff);
  CHECK_BITS(__float2half_rz(-1e6f)).is(0xfbff);
  CHECK_BITS(__float2half_ru(1.0001f)).is(0x3c01);
  CHECK_BITS(__float2half_ru(-1e6f)).is(0xfbff);
  CHECK_BITS(__float2half_rd(-1.0001f)).is(0xbc01);
  CHECK_BITS(__float2half_rd(1e6f)).is(0x7bff);
  CHECK_BITS(__int2half_rn(2049)).is(0x6800);
  CHECK_BITS(__int2half_ru(2049)).is(0x6801);
  CHECK_BITS(__ull2half_rn(70000ull)).is(0x7c00);
  CHECK_BITS(__half2int_rz(__float2half(-2.75f))).is(-2);
  CHECK_BITS(__half2char_rz(__float2half(-2.75f))).is(-2);
  CHECK_BITS(__half2uchar_rz(__float2half(300.0f))).is(255);
  CHECK_BITS(__half(__float2bfloat16(1.5f))).is(0x3e00);
  CHECK_BITS(static_cast<__nv_bfloat16>(__float2half(1 + 0x1p-10f))).is(0x3f80);
  CHECK_BITS(static_cast<__half>(__float2bfloat16(1e10f))).is(0x7c00);
  CHECK_BITS(__hadd(__float2half(1.0f), __float2half(0x1p-11f))).is(0x3c00);
  CHECK_BITS(__hadd(__float2half(1.0f), __float2half(0x1.8p-11f))).is(0x3c01);
  CHECK_BITS(__hsub(__float2half(1.0f), __float2half(1.0f))).is(0);
  CHECK_BITS(__hmul(__float2half(0.1f), __float2half(3.0f))).is(0x34cc);
  CHECK_BITS(__hdiv(__float2half(1.0f), __float2half(3.0f))).is(0x3555);
  CHECK_BITS(__hmul(__float2half(300.0f), __float2half(300.0f))).is(0x7c00);
  CHECK_BITS(__hneg(__float2half(2.0f))).is(0xc000);
  CHECK_BITS(__habs(__float2half(-2.0f))).is(0x4000);
  CHECK_BITS(__hmax(__float2half(NAN), __float2half(2.0f))).is(0x4000);
  CHECK_BITS(__hmax(__float2half(-0.0f), __float2half(0.0f))).is(0);
  CHECK_BITS(__hmin(__float2half(-0.0f), __float2half(0.0f))).is(0x8000);
  __half x = 1.5f;
  x += __half(1), x *= x, ++x, x = -x;
  CHECK_BITS(x).is(0xc740);
  CHECK_BITS(x < __half(0) && x != __half(1) && !(x == __half(2)) && !__hisnan(x)).is(1);
  CHECK_BITS(__heq(__half(NAN), __half(NAN))).is(0);
  CHECK_BITS(__hne(__half(NAN), __half(1))).is(0);
  CHECK_BITS(__half(NAN) != __half(1)).is(1);
  CHECK_BITS(__hisinf(__half(-INFINITY))).is(-1);
  const __half2 sum = __floats2half2_rn(1, 2) * __halves2half2(3, 4) + __half2half2(1);
  CHECK_BITS(__low2half(sum)).is(0x4400);
  CHECK_BITS(__high2half(sum)).is(0x4880);
  CHECK_BITS(__hbgt2(sum, __float2half2_rn(3.5f))).is(1);
}

void bfloats() {
  CHECK_BITS(__float2bfloat16(1.0f)).is(0x3f80);
  CHECK_BITS(__float2bfloat16(3.14159274f)).is(0x4049);
  CHECK_BITS(__float2bfloat16(1 + 0x1p-8f)).is(0x3f80);
  CHECK_BITS(__float2bfloat16(1 + 0x3p-8f)).is(0x3f82);
  CHECK_BITS(__float2bfloat16(0x1.fep127f)).is(0x7f7f);
  CHECK_BITS(__float2bfloat16(0x1.fffffep127f)).is(0x7f80);
  CHECK_BITS(__float2bfloat16(0x1p-133f)).is(1);
  CHECK_BITS(__float2bfloat16(0x1p-134f)).is(0);
  CHECK_BITS(__float2bfloat16(NAN)).is(0x7fff);
  CHECK_BITS(__double2bfloat16(1 + 0x1p-8 + 0x1p-40)).is(0x3f81);
  CHECK_BITS(__float2bfloat16_rz(1.999f)).is(0x3fff);
  CHECK_BITS(__float2bfloat16_ru(1.0001f)).is(0x3f81);
  CHECK_BITS(__ll2bfloat16_rn((1ll << 62) + (1ll << 54) + 1)).is(0x5e81);
  CHECK_BITS(__ll2bfloat16_rn(-((1ll << 62) + (1ll << 54)))).is(0xde80);
  CHECK_BITS(__bfloat162int_rz(__float2bfloat16(-2.75f))).is(-2);
  CHECK_BITS(__hadd(__float2bfloat16(1.0f), __float2bfloat16(0x1p-8f))).is(0x3f80);
  CHECK_BITS(__hmul(__float2bfloat16(3.0f), __float2bfloat16(0.1f))).is(0x3e9a);
  CHECK_BITS(__hdiv(__float2bfloat16(1.0f), __float2bfloat16(3.0f))).is(0x3eab);
  __nv_bfloat16 x = 1.5f;
  x += __nv_bfloat16(1), x *= x, --x;
  CHECK_BITS(x).is(0x40a8);
  const __nv_bfloat162 pair = __floats2bfloat162_rn(1, 2) + __bfloat162bfloat162(1);
  CHECK_BITS(__high2bfloat16(pair)).is(0x4040);
}

/// Checks a digest of the results for all values, as a table of them would be too long.
void all_values() {
  unsigned long long sum = 0;
  for (unsigned code = 0; code < 0x10000; ++code) {
    const __half h = __ushort_as_half((unsigned short)code);
    const __nv_bfloat16 b = __ushort_as_bfloat16((unsigned short)code);
    if (!__hisnan(h))
      expect("a half", __half_as_ushort(__float2half(__half2float(h))), code);
    if (!__hisnan(b))
      expect("a bfloat", __bfloat16_as_ushort(__float2bfloat16(__bfloat162float(b))),
             code);
    // A float for each code, from the whole range; most lie between two narrow values.
    unsigned pattern = code * 0x10001u + 0x7fffu * (code & 1);
    float x;
    memcpy(&x, &pattern, sizeof x);
    const auto mix = [&](unsigned bits) { sum = sum * 31 + bits; };
    mix(__half_as_ushort(__float2half(x))), mix(__half_as_ushort(__float2half_rz(x)));
    mix(__half_as_ushort(__float2half_ru(x))), mix(__half_as_ushort(__float2half_rd(x)));
    mix(__bfloat16_as_ushort(__float2bfloat16(x)));
    mix(__bfloat16_as_ushort(__float2bfloat16_rz(x)));
    mix(__half_as_ushort(__hadd(h, __half(0.7f)))), mix(__half_as_ushort(__hmul(h, h)));
    mix(__bfloat16_as_ushort(__hadd(b, __nv_bfloat16(0.7f))));
    mix(__bfloat16_as_ushort(__hmul(b, b)));
    mix((unsigned)__half2int_rz(h)), mix((unsigned)__bfloat162int_rz(b));
  }
  expect("the upper half of all values", (unsigned)(sum >> 32), 0x56f2d0d2);
  expect("the lower half of all values", (unsigned)sum, 0x71470d78);
}

int main() {
  halves();
  bfloats();
  all_values();
  return failures;
}
