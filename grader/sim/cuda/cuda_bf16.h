/// __nv_bfloat16: a 16-bit floating-point type with the range of a float.
#pragma once
#define __CUDA_BF16_H__  // Programs test it.

#include "cuda_fp16.h"
#include "gridlock_narrow_types.h"

GRIDLOCK_NARROW_TYPE(__nv_bfloat16, BfloatFormat, __half);
GRIDLOCK_NARROW_PAIR(__nv_bfloat16, __nv_bfloat162);
GRIDLOCK_NARROW_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16, BfloatFormat)
GRIDLOCK_NARROW_ARITHMETIC(__nv_bfloat16, __nv_bfloat162, BfloatFormat)
GRIDLOCK_NARROW_NOT_EQUAL(__nv_bfloat16, __nv_bfloat162)
GRIDLOCK_NARROW_TOGETHER(__nv_bfloat16, __nv_bfloat162, false)

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
