/// CUDA's built-in vector types, with CUDA's sizes and alignments, and dim3.
#pragma once

#include "host_defines.h"

#define GRIDLOCK_VECTOR_1(name, scalar) \
  typedef struct name##1 { scalar x; }  \
  name##1;
#define GRIDLOCK_VECTOR_2(name, scalar, alignment)             \
  typedef struct __align__(alignment) name##2 { scalar x, y; } \
  name##2;
#define GRIDLOCK_VECTOR_3(name, scalar)      \
  typedef struct name##3 { scalar x, y, z; } \
  name##3;
#define GRIDLOCK_VECTOR_4(name, scalar, alignment) \
  typedef struct __align__(alignment) name {       \
    scalar x, y, z, w;                             \
  } name;

/// The types with one, two and three elements.  `align2` is the alignment of the type
/// with two elements.
#define GRIDLOCK_VECTORS(name, scalar, align2) \
  GRIDLOCK_VECTOR_1(name, scalar)              \
  GRIDLOCK_VECTOR_2(name, scalar, align2)      \
  GRIDLOCK_VECTOR_3(name, scalar)

GRIDLOCK_VECTORS(char, signed char, 2)
GRIDLOCK_VECTORS(uchar, unsigned char, 2)
GRIDLOCK_VECTORS(short, short, 4)
GRIDLOCK_VECTORS(ushort, unsigned short, 4)
GRIDLOCK_VECTORS(int, int, 8)
GRIDLOCK_VECTORS(uint, unsigned int, 8)
GRIDLOCK_VECTORS(long, long, 16)
GRIDLOCK_VECTORS(ulong, unsigned long, 16)
GRIDLOCK_VECTORS(longlong, long long, 16)
GRIDLOCK_VECTORS(ulonglong, unsigned long long, 16)
GRIDLOCK_VECTORS(float, float, 8)
GRIDLOCK_VECTORS(double, double, 16)

GRIDLOCK_VECTOR_4(char4, signed char, 4)
GRIDLOCK_VECTOR_4(uchar4, unsigned char, 4)
GRIDLOCK_VECTOR_4(short4, short, 8)
GRIDLOCK_VECTOR_4(ushort4, unsigned short, 8)
GRIDLOCK_VECTOR_4(int4, int, 16)
GRIDLOCK_VECTOR_4(uint4, unsigned int, 16)
GRIDLOCK_VECTOR_4(float4, float, 16)

// Four elements of eight bytes: the old name and name_16a are aligned to 16 bytes,
// name_32a is aligned to 32.
#define GRIDLOCK_VECTOR_4_WIDE(name, scalar) \
  GRIDLOCK_VECTOR_4(name, scalar, 16)        \
  GRIDLOCK_VECTOR_4(name##_16a, scalar, 16)  \
  GRIDLOCK_VECTOR_4(name##_32a, scalar, 32)

GRIDLOCK_VECTOR_4_WIDE(long4, long)
GRIDLOCK_VECTOR_4_WIDE(ulong4, unsigned long)
GRIDLOCK_VECTOR_4_WIDE(longlong4, long long)
GRIDLOCK_VECTOR_4_WIDE(ulonglong4, unsigned long long)
GRIDLOCK_VECTOR_4_WIDE(double4, double)

#undef GRIDLOCK_VECTOR_4_WIDE
#undef GRIDLOCK_VECTOR_4
#undef GRIDLOCK_VECTORS
#undef GRIDLOCK_VECTOR_3
#undef GRIDLOCK_VECTOR_2
#undef GRIDLOCK_VECTOR_1

/// The shape of a grid or a block; dimensions not given are 1.
typedef struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
  GRIDLOCK_BOTH constexpr dim3(unsigned int vx = 1, unsigned int vy = 1,
                               unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  GRIDLOCK_BOTH constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  GRIDLOCK_BOTH constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
} dim3;
