/// make_int2 and similar functions: a vector from its elements.
#pragma once

#include "vector_types.h"

#define GRIDLOCK_MAKE(name, scalar)                                                    \
  GRIDLOCK_BOTH GRIDLOCK_INLINE name##1 make_##name##1(scalar x) { return {x}; }       \
  GRIDLOCK_BOTH GRIDLOCK_INLINE name##2 make_##name##2(scalar x, scalar y) {           \
    return {x, y};                                                                     \
  }                                                                                    \
  GRIDLOCK_BOTH GRIDLOCK_INLINE name##3 make_##name##3(scalar x, scalar y, scalar z) { \
    return {x, y, z};                                                                  \
  }
#define GRIDLOCK_MAKE_4(name, scalar)                                          \
  GRIDLOCK_BOTH GRIDLOCK_INLINE name make_##name(scalar x, scalar y, scalar z, \
                                                 scalar w) {                   \
    return {x, y, z, w};                                                       \
  }
#define GRIDLOCK_MAKE_4_WIDE(name, scalar) \
  GRIDLOCK_MAKE_4(name, scalar)            \
  GRIDLOCK_MAKE_4(name##_16a, scalar)      \
  GRIDLOCK_MAKE_4(name##_32a, scalar)

GRIDLOCK_MAKE(char, signed char)
GRIDLOCK_MAKE(uchar, unsigned char)
GRIDLOCK_MAKE(short, short)
GRIDLOCK_MAKE(ushort, unsigned short)
GRIDLOCK_MAKE(int, int)
GRIDLOCK_MAKE(uint, unsigned int)
GRIDLOCK_MAKE(long, long)
GRIDLOCK_MAKE(ulong, unsigned long)
GRIDLOCK_MAKE(longlong, long long)
GRIDLOCK_MAKE(ulonglong, unsigned long long)
GRIDLOCK_MAKE(float, float)
GRIDLOCK_MAKE(double, double)

GRIDLOCK_MAKE_4(char4, signed char)
GRIDLOCK_MAKE_4(uchar4, unsigned char)
GRIDLOCK_MAKE_4(short4, short)
GRIDLOCK_MAKE_4(ushort4, unsigned short)
GRIDLOCK_MAKE_4(int4, int)
GRIDLOCK_MAKE_4(uint4, unsigned int)
GRIDLOCK_MAKE_4(float4, float)

GRIDLOCK_MAKE_4_WIDE(long4, long)
GRIDLOCK_MAKE_4_WIDE(ulong4, unsigned long)
GRIDLOCK_MAKE_4_WIDE(longlong4, long long)
GRIDLOCK_MAKE_4_WIDE(ulonglong4, unsigned long long)
GRIDLOCK_MAKE_4_WIDE(double4, double)

#undef GRIDLOCK_MAKE_4_WIDE
#undef GRIDLOCK_MAKE_4
#undef GRIDLOCK_MAKE
