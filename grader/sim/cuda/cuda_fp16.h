/// __half: a 16-bit floating-point type with 11 significant bits.
#pragma once
#define __CUDA_FP16_H__  // Programs test it.

#include "gridlock_narrow_types.h"

GRIDLOCK_NARROW_TYPE(__half, HalfFormat, __nv_bfloat16);
GRIDLOCK_NARROW_PAIR(__half, __half2);
GRIDLOCK_NARROW_CONVERSIONS(__half, __half2, half, HalfFormat)
GRIDLOCK_NARROW_ARITHMETIC(__half, __half2, HalfFormat)
GRIDLOCK_NARROW_NOT_EQUAL(__half, __half2)
GRIDLOCK_NARROW_TOGETHER(__half, __half2, true)

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
