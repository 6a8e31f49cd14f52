/// The macros with which cuda_fp16.h and cuda_bf16.h define __half and __nv_bfloat16.
/// Every result is rounded once, to nearest even.
#pragma once

#include <type_traits>

#include "gridlock_device.h"
#include "gridlock_intrinsics.h"
#include "gridlock_narrow_float.h"
#include "sm_30_intrinsics.h"
#include "sm_32_intrinsics.h"
#include "vector_types.h"

// The types.  Their implicit conversions are the same as CUDA's.
#define GRIDLOCK_NARROW_FROM(T, Format, from)                                     \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T(from value)                                     \
      : __x(gridlock::sim::Format::narrow(gridlock::sim::sticky_double_of(value), \
                                          gridlock::sim::kToNearestEven)) {}      \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T& operator=(from value) { return *this = T(value); }
#define GRIDLOCK_NARROW_FROM_REAL(T, Format, from)                           \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T(from value)                                \
      : __x(gridlock::sim::Format::narrow(double{value},                     \
                                          gridlock::sim::kToNearestEven)) {} \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T& operator=(from value) { return *this = T(value); }
#define GRIDLOCK_NARROW_TO(to)                        \
  GRIDLOCK_BOTH GRIDLOCK_INLINE operator to() const { \
    return gridlock::sim::saturating_cast<to>(        \
        __builtin_truncf(static_cast<float>(*this))); \
  }
/// `Other` is the other 16-bit type.  Its values convert to T, rounded once.
#define GRIDLOCK_NARROW_TYPE(T, Format, Other)                                          \
  struct Other;                                                                         \
  struct T##_raw {                                                                      \
    unsigned short x;                                                                   \
  };                                                                                    \
  struct __align__(2) T {                                                               \
    T() = default;                                                                      \
    template <class From, class = std::enable_if_t<std::is_same_v<From, Other>>>        \
    GRIDLOCK_BOTH GRIDLOCK_INLINE explicit T(const From& other)                         \
        : T(static_cast<float>(other)) {}                                               \
    GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr T(const T##_raw& raw) : __x(raw.x) {}       \
    GRIDLOCK_BOTH GRIDLOCK_INLINE T& operator=(const T##_raw& raw) {                    \
      __x = raw.x;                                                                      \
      return *this;                                                                     \
    }                                                                                   \
    GRIDLOCK_BOTH GRIDLOCK_INLINE operator T##_raw() const { return T##_raw{__x}; }     \
    GRIDLOCK_NARROW_FROM_REAL(T, Format, float)                                         \
    GRIDLOCK_NARROW_FROM_REAL(T, Format, double)                                        \
    GRIDLOCK_NARROW_FROM(T, Format, short)                                              \
    GRIDLOCK_NARROW_FROM(T, Format, unsigned short)                                     \
    GRIDLOCK_NARROW_FROM(T, Format, int)                                                \
    GRIDLOCK_NARROW_FROM(T, Format, unsigned int)                                       \
    GRIDLOCK_NARROW_FROM(T, Format, long long)                                          \
    GRIDLOCK_NARROW_FROM(T, Format, unsigned long long)                                 \
    GRIDLOCK_BOTH GRIDLOCK_INLINE T(long value) : T(static_cast<long long>(value)) {}   \
    GRIDLOCK_BOTH GRIDLOCK_INLINE T(unsigned long value)                                \
        : T(static_cast<unsigned long long>(value)) {}                                  \
    GRIDLOCK_BOTH GRIDLOCK_INLINE operator float() const {                              \
      return gridlock::sim::Format::widen(__x);                                         \
    }                                                                                   \
    GRIDLOCK_NARROW_TO(signed char)                                                     \
    GRIDLOCK_NARROW_TO(unsigned char)                                                   \
    GRIDLOCK_NARROW_TO(char)                                                            \
    GRIDLOCK_NARROW_TO(short)                                                           \
    GRIDLOCK_NARROW_TO(unsigned short)                                                  \
    GRIDLOCK_NARROW_TO(int)                                                             \
    GRIDLOCK_NARROW_TO(unsigned int)                                                    \
    GRIDLOCK_NARROW_TO(long)                                                            \
    GRIDLOCK_NARROW_TO(unsigned long)                                                   \
    GRIDLOCK_NARROW_TO(long long)                                                       \
    GRIDLOCK_NARROW_TO(unsigned long long)                                              \
    GRIDLOCK_BOTH GRIDLOCK_INLINE operator bool() const { return (__x & 0x7fff) != 0; } \
                                                                                        \
   protected:                                                                           \
    unsigned short __x;                                                                 \
  }

#define GRIDLOCK_NARROW_PAIR(T, T2)                                         \
  struct __align__(4) T2##_raw {                                            \
    unsigned short x, y;                                                    \
  };                                                                        \
  struct __align__(4) T2 {                                                  \
    T x, y;                                                                 \
    T2() = default;                                                         \
    GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr T2(const T& low, const T& high) \
        : x(low), y(high) {}                                                \
    GRIDLOCK_BOTH GRIDLOCK_INLINE T2(const T2##_raw& raw)                   \
        : x(T##_raw{raw.x}), y(T##_raw{raw.y}) {}                           \
    GRIDLOCK_BOTH GRIDLOCK_INLINE operator T2##_raw() const {               \
      return {T##_raw(x).x, T##_raw(y).x};                                  \
    }                                                                       \
  }

/// How a function for both sides, and one for the device, is declared.
#define GRIDLOCK_NARROW GRIDLOCK_BOTH GRIDLOCK_INLINE
#define GRIDLOCK_NARROW_DEVICE GRIDLOCK_DEVICE GRIDLOCK_INLINE

// Conversions.  `name` is CUDA's name for the type in these functions: half or bfloat16.
#define GRIDLOCK_NARROW_ROUNDED(T, name, Format, to, how)                         \
  GRIDLOCK_NARROW T __float2##name##_##to(const float x) {                        \
    return T##_raw{gridlock::sim::Format::narrow(double{x}, gridlock::sim::how)}; \
  }
#define GRIDLOCK_NARROW_INTEGER(T, name, Format, prefix, type, to, how, side, whole) \
  GRIDLOCK_NARROW T __##prefix##2##name##_##to(const type x) {                       \
    return T##_raw{gridlock::sim::Format::narrow(gridlock::sim::sticky_double_of(x), \
                                                 gridlock::sim::how)};               \
  }                                                                                  \
  side type __##name##2##prefix##_##to(const T x) {                                  \
    return gridlock::sim::saturating_cast<type>(whole(static_cast<float>(x)));       \
  }
#define GRIDLOCK_NARROW_INTEGERS(T, name, Format, prefix, type)                        \
  GRIDLOCK_NARROW_INTEGER(T, name, Format, prefix, type, rn, kToNearestEven,           \
                          GRIDLOCK_NARROW_DEVICE, __builtin_rintf)                     \
  GRIDLOCK_NARROW_INTEGER(T, name, Format, prefix, type, rz, kToZero, GRIDLOCK_NARROW, \
                          __builtin_truncf)                                            \
  GRIDLOCK_NARROW_INTEGER(T, name, Format, prefix, type, rd, kDown,                    \
                          GRIDLOCK_NARROW_DEVICE, __builtin_floorf)                    \
  GRIDLOCK_NARROW_INTEGER(T, name, Format, prefix, type, ru, kUp,                      \
                          GRIDLOCK_NARROW_DEVICE, __builtin_ceilf)
#define GRIDLOCK_NARROW_CONVERSIONS(T, T2, name, Format)                                \
  GRIDLOCK_NARROW_ROUNDED(T, name, Format, rn, kToNearestEven)                          \
  GRIDLOCK_NARROW_ROUNDED(T, name, Format, rz, kToZero)                                 \
  GRIDLOCK_NARROW_ROUNDED(T, name, Format, rd, kDown)                                   \
  GRIDLOCK_NARROW_ROUNDED(T, name, Format, ru, kUp)                                     \
  GRIDLOCK_NARROW T __float2##name(const float x) { return T(x); }                      \
  GRIDLOCK_NARROW T __double2##name(const double x) { return T(x); }                    \
  GRIDLOCK_NARROW float __##name##2float(const T x) { return static_cast<float>(x); }   \
  GRIDLOCK_NARROW_INTEGERS(T, name, Format, int, int)                                   \
  GRIDLOCK_NARROW_INTEGERS(T, name, Format, uint, unsigned int)                         \
  GRIDLOCK_NARROW_INTEGERS(T, name, Format, short, short)                               \
  GRIDLOCK_NARROW_INTEGERS(T, name, Format, ushort, unsigned short)                     \
  GRIDLOCK_NARROW_INTEGERS(T, name, Format, ll, long long)                              \
  GRIDLOCK_NARROW_INTEGERS(T, name, Format, ull, unsigned long long)                    \
  GRIDLOCK_NARROW signed char __##name##2char_rz(const T x) {                           \
    return static_cast<signed char>(x);                                                 \
  }                                                                                     \
  GRIDLOCK_NARROW unsigned char __##name##2uchar_rz(const T x) {                        \
    return static_cast<unsigned char>(x);                                               \
  }                                                                                     \
  GRIDLOCK_NARROW short __##name##_as_short(const T x) {                                \
    return static_cast<short>(T##_raw(x).x);                                            \
  }                                                                                     \
  GRIDLOCK_NARROW unsigned short __##name##_as_ushort(const T x) {                      \
    return T##_raw(x).x;                                                                \
  }                                                                                     \
  GRIDLOCK_NARROW T __short_as_##name(const short x) {                                  \
    return T##_raw{static_cast<unsigned short>(x)};                                     \
  }                                                                                     \
  GRIDLOCK_NARROW T __ushort_as_##name(const unsigned short x) { return T##_raw{x}; }   \
  GRIDLOCK_NARROW T2 __float2##name##2_rn(const float x) { return {T(x), T(x)}; }       \
  GRIDLOCK_NARROW T2 __floats2##name##2_rn(const float x, const float y) {              \
    return {T(x), T(y)};                                                                \
  }                                                                                     \
  GRIDLOCK_NARROW T2 __float22##name##2_rn(const float2 x) { return {T(x.x), T(x.y)}; } \
  GRIDLOCK_NARROW float2 __##name##22float2(const T2 x) {                               \
    return {static_cast<float>(x.x), static_cast<float>(x.y)};                          \
  }                                                                                     \
  GRIDLOCK_NARROW float __low2float(const T2 x) { return static_cast<float>(x.x); }     \
  GRIDLOCK_NARROW float __high2float(const T2 x) { return static_cast<float>(x.y); }    \
  GRIDLOCK_NARROW T __low2##name(const T2 x) { return x.x; }                            \
  GRIDLOCK_NARROW T __high2##name(const T2 x) { return x.y; }                           \
  GRIDLOCK_NARROW T2 __low2##name##2(const T2 x) { return {x.x, x.x}; }                 \
  GRIDLOCK_NARROW T2 __high2##name##2(const T2 x) { return {x.y, x.y}; }                \
  GRIDLOCK_NARROW T2 __lows2##name##2(const T2 x, const T2 y) { return {x.x, y.x}; }    \
  GRIDLOCK_NARROW T2 __highs2##name##2(const T2 x, const T2 y) { return {x.y, y.y}; }   \
  GRIDLOCK_NARROW T2 __lowhigh2highlow(const T2 x) { return {x.y, x.x}; }               \
  GRIDLOCK_NARROW T2 __halves2##name##2(const T x, const T y) { return {x, y}; }        \
  GRIDLOCK_NARROW T2 __##name##2##name##2(const T x) { return {x, x}; }                 \
  GRIDLOCK_NARROW T2 make_##name##2(const T x, const T y) { return {x, y}; }

// Arithmetic: a function for T, and one that does the same with both parts of T2.
#define GRIDLOCK_NARROW_BINARY(T, T2, one, two, expression)            \
  GRIDLOCK_NARROW T one(const T x, const T y) {                        \
    const double a = static_cast<float>(x), b = static_cast<float>(y); \
    return T(expression);                                              \
  }                                                                    \
  GRIDLOCK_NARROW T2 two(const T2 x, const T2 y) {                     \
    return {one(x.x, y.x), one(x.y, y.y)};                             \
  }
#define GRIDLOCK_NARROW_UNARY(T, T2, one, two, expression) \
  GRIDLOCK_NARROW_DEVICE T one(const T x) {                \
    const double a = static_cast<float>(x);                \
    return T(expression);                                  \
  }                                                        \
  GRIDLOCK_NARROW_DEVICE T2 two(const T2 x) { return {one(x.x), one(x.y)}; }

// Comparisons.
#define GRIDLOCK_NARROW_COMPARE(T, T2, name, operation)                    \
  GRIDLOCK_NARROW bool __h##name(const T x, const T y) {                   \
    return static_cast<float>(x) operation static_cast<float>(y);          \
  }                                                                        \
  GRIDLOCK_NARROW T2 __h##name##2(const T2 x, const T2 y) {                \
    return {T(float(__h##name(x.x, y.x))), T(float(__h##name(x.y, y.y)))}; \
  }                                                                        \
  GRIDLOCK_NARROW bool __hb##name##2(const T2 x, const T2 y) {             \
    return __h##name(x.x, y.x) && __h##name(x.y, y.y);                     \
  }                                                                        \
  GRIDLOCK_NARROW bool operator operation(const T& x, const T& y) {        \
    return __h##name(x, y);                                                \
  }                                                                        \
  GRIDLOCK_NARROW bool operator operation(const T2& x, const T2& y) {      \
    return __hb##name##2(x, y);                                            \
  }

// The maximum or minimum.  If one argument is NaN, the result is the other; 0 counts as
// greater than -0.
#define GRIDLOCK_NARROW_EXTREME(T, T2, name, least)                   \
  GRIDLOCK_NARROW T __h##name(const T x, const T y) {                 \
    const float a = static_cast<float>(x), b = static_cast<float>(y); \
    if (a != a || b != b) return a == a ? x : b == b ? y : T(a + b);  \
    if (a == b) return __builtin_signbitf(a) == (least) ? x : y;      \
    return (a < b) == (least) ? x : y;                                \
  }                                                                   \
  GRIDLOCK_NARROW T2 __h##name##2(const T2 x, const T2 y) {           \
    return {__h##name(x.x, y.x), __h##name(x.y, y.y)};                \
  }

// clang-format off: it would take T& before such an operator's name for a product.
#define GRIDLOCK_NARROW_OPERATOR(T, operation, function)         \
  GRIDLOCK_NARROW T operator operation(const T& x, const T& y) { \
    return function(x, y);                                       \
  }                                                              \
  GRIDLOCK_NARROW T& operator operation##=(T& x, const T& y) {   \
    return x = function(x, y);                                   \
  }
// clang-format on
#define GRIDLOCK_NARROW_OPERATORS(T, add, subtract, multiply, divide, negative, one) \
  GRIDLOCK_NARROW_OPERATOR(T, +, add)                                                \
  GRIDLOCK_NARROW_OPERATOR(T, -, subtract)                                           \
  GRIDLOCK_NARROW_OPERATOR(T, *, multiply)                                           \
  GRIDLOCK_NARROW_OPERATOR(T, /, divide)                                             \
  GRIDLOCK_NARROW T operator+(const T& x) { return x; }                              \
  GRIDLOCK_NARROW T operator-(const T& x) { return negative(x); }                    \
  GRIDLOCK_NARROW T& operator++(T& x) { return x = add(x, one); }                    \
  GRIDLOCK_NARROW T& operator--(T& x) { return x = subtract(x, one); }               \
  GRIDLOCK_NARROW T operator++(T& x, const int) {                                    \
    const T before = x;                                                              \
    ++x;                                                                             \
    return before;                                                                   \
  }                                                                                  \
  GRIDLOCK_NARROW T operator--(T& x, const int) {                                    \
    const T before = x;                                                              \
    --x;                                                                             \
    return before;                                                                   \
  }

#define GRIDLOCK_NARROW_ARITHMETIC(T, T2, Format)                                \
  GRIDLOCK_NARROW bool __hisnan(const T x) {                                     \
    return (T##_raw(x).x & 0x7fff) > gridlock::sim::Format::kInfinity;           \
  }                                                                              \
  GRIDLOCK_NARROW int __hisinf(const T x) {                                      \
    if ((T##_raw(x).x & 0x7fff) != gridlock::sim::Format::kInfinity) return 0;   \
    return T##_raw(x).x & 0x8000 ? -1 : 1;                                       \
  }                                                                              \
  GRIDLOCK_NARROW T __hneg(const T x) {                                          \
    return T##_raw{static_cast<unsigned short>(T##_raw(x).x ^ 0x8000)};          \
  }                                                                              \
  GRIDLOCK_NARROW T __habs(const T x) {                                          \
    return T##_raw{static_cast<unsigned short>(T##_raw(x).x & 0x7fff)};          \
  }                                                                              \
  GRIDLOCK_NARROW T2 __hneg2(const T2 x) { return {__hneg(x.x), __hneg(x.y)}; }  \
  GRIDLOCK_NARROW T2 __habs2(const T2 x) { return {__habs(x.x), __habs(x.y)}; }  \
  GRIDLOCK_NARROW_BINARY(T, T2, __hadd, __hadd2, a + b)                          \
  GRIDLOCK_NARROW_BINARY(T, T2, __hsub, __hsub2, a - b)                          \
  GRIDLOCK_NARROW_BINARY(T, T2, __hmul, __hmul2, a* b)                           \
  GRIDLOCK_NARROW_BINARY(T, T2, __hdiv, __h2div, a / b)                          \
  GRIDLOCK_NARROW_DEVICE T __hfma(const T x, const T y, const T z) {             \
    return T(__builtin_fma(double{static_cast<float>(x)}, static_cast<float>(y), \
                           static_cast<float>(z)));                              \
  }                                                                              \
  GRIDLOCK_NARROW_DEVICE T2 __hfma2(const T2 x, const T2 y, const T2 z) {        \
    return {__hfma(x.x, y.x, z.x), __hfma(x.y, y.y, z.y)};                       \
  }                                                                              \
  GRIDLOCK_NARROW_COMPARE(T, T2, eq, ==)                                         \
  GRIDLOCK_NARROW_COMPARE(T, T2, lt, <)                                          \
  GRIDLOCK_NARROW_COMPARE(T, T2, le, <=)                                         \
  GRIDLOCK_NARROW_COMPARE(T, T2, gt, >)                                          \
  GRIDLOCK_NARROW_COMPARE(T, T2, ge, >=)                                         \
  GRIDLOCK_NARROW_EXTREME(T, T2, max, false)                                     \
  GRIDLOCK_NARROW_EXTREME(T, T2, min, true)                                      \
  GRIDLOCK_NARROW_OPERATORS(T, __hadd, __hsub, __hmul, __hdiv, __hneg, T(1.0f))  \
  GRIDLOCK_NARROW_OPERATORS(T2, __hadd2, __hsub2, __hmul2, __h2div, __hneg2,     \
                            T2(T(1.0f), T(1.0f)))                                \
  GRIDLOCK_NARROW_UNARY(T, T2, hsqrt, h2sqrt, __builtin_sqrt(a))                 \
  GRIDLOCK_NARROW_UNARY(T, T2, hrsqrt, h2rsqrt, 1 / __builtin_sqrt(a))           \
  GRIDLOCK_NARROW_UNARY(T, T2, hrcp, h2rcp, 1 / a)                               \
  GRIDLOCK_NARROW_UNARY(T, T2, hexp, h2exp, exp(a))                              \
  GRIDLOCK_NARROW_UNARY(T, T2, hexp2, h2exp2, exp2(a))                           \
  GRIDLOCK_NARROW_UNARY(T, T2, hexp10, h2exp10, pow(10.0, a))                    \
  GRIDLOCK_NARROW_UNARY(T, T2, hlog, h2log, log(a))                              \
  GRIDLOCK_NARROW_UNARY(T, T2, hlog2, h2log2, log2(a))                           \
  GRIDLOCK_NARROW_UNARY(T, T2, hlog10, h2log10, log10(a))                        \
  GRIDLOCK_NARROW_UNARY(T, T2, hsin, h2sin, sin(a))                              \
  GRIDLOCK_NARROW_UNARY(T, T2, hcos, h2cos, cos(a))                              \
  GRIDLOCK_NARROW_UNARY(T, T2, htanh, h2tanh, tanh(a))                           \
  GRIDLOCK_NARROW_UNARY(T, T2, hfloor, h2floor, __builtin_floor(a))              \
  GRIDLOCK_NARROW_UNARY(T, T2, hceil, h2ceil, __builtin_ceil(a))                 \
  GRIDLOCK_NARROW_UNARY(T, T2, htrunc, h2trunc, __builtin_trunc(a))              \
  GRIDLOCK_NARROW_UNARY(T, T2, hrint, h2rint, __builtin_rint(a))

// Not equal; unlike with operator!=, false for NaN.
#define GRIDLOCK_NARROW_NOT_EQUAL(T, T2)                           \
  GRIDLOCK_NARROW bool __hne(const T x, const T y) {               \
    return static_cast<float>(x) < static_cast<float>(y) ||        \
           static_cast<float>(x) > static_cast<float>(y);          \
  }                                                                \
  GRIDLOCK_NARROW T2 __hne2(const T2 x, const T2 y) {              \
    return {T(float(__hne(x.x, y.x))), T(float(__hne(x.y, y.y)))}; \
  }                                                                \
  GRIDLOCK_NARROW bool __hbne2(const T2 x, const T2 y) {           \
    return __hne(x.x, y.x) && __hne(x.y, y.y);                     \
  }                                                                \
  GRIDLOCK_NARROW bool operator!=(const T& x, const T& y) {        \
    return static_cast<float>(x) != static_cast<float>(y);         \
  }                                                                \
  GRIDLOCK_NARROW bool operator!=(const T2& x, const T2& y) {      \
    return x.x != y.x && x.y != y.y;                               \
  }

// Shuffles and atomics.  The parts of a pair are added by separate atomic operations.
#define GRIDLOCK_NARROW_SHUFFLE(name, operation, type, bits, lane_type)                  \
  GRIDLOCK_NARROW_DEVICE type name(const unsigned mask, const type value,                \
                                   const lane_type lane, const int width = warpSize) {   \
    return __builtin_bit_cast(                                                           \
        type, static_cast<bits>(gridlock_warp_exchange(gridlock::sim::operation, mask,   \
                                                       __builtin_bit_cast(bits, value),  \
                                                       static_cast<int>(lane), width))); \
  }
#define GRIDLOCK_NARROW_SHUFFLES(type, bits)                                    \
  GRIDLOCK_NARROW_SHUFFLE(__shfl_sync, kShuffleIndex, type, bits, int)          \
  GRIDLOCK_NARROW_SHUFFLE(__shfl_up_sync, kShuffleUp, type, bits, unsigned)     \
  GRIDLOCK_NARROW_SHUFFLE(__shfl_down_sync, kShuffleDown, type, bits, unsigned) \
  GRIDLOCK_NARROW_SHUFFLE(__shfl_xor_sync, kShuffleXor, type, bits, int)
#define GRIDLOCK_NARROW_TOGETHER(T, T2, is_half)                             \
  GRIDLOCK_NARROW_SHUFFLES(T, unsigned short)                                \
  GRIDLOCK_NARROW_SHUFFLES(T2, unsigned int)                                 \
  GRIDLOCK_NARROW_DEVICE T atomicAdd(T* const address, const T value) {      \
    return T##_raw{gridlock_add_narrow(address, T##_raw(value).x, is_half)}; \
  }                                                                          \
  GRIDLOCK_NARROW_DEVICE T2 atomicAdd(T2* const address, const T2 value) {   \
    const T x = atomicAdd(&address->x, value.x);                             \
    return {x, atomicAdd(&address->y, value.y)};                             \
  }                                                                          \
  namespace gridlock::sim {                                                  \
  inline namespace shim {                                                    \
  template <>                                                                \
  inline constexpr bool kHasCachedAccess<T> = true;                          \
  template <>                                                                \
  inline constexpr bool kHasCachedAccess<T2> = true;                         \
  }                                                                          \
  }
