/// The names of 8-bit floating-point types and of what belongs to them.  The simulator
/// does not model them: the types are incomplete, so compile errors name them where they
/// are used.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;
struct __nv_fp8_e4m3;
struct __nv_fp8_e5m2;
struct __nv_fp8x2_e4m3;
struct __nv_fp8x2_e5m2;
struct __nv_fp8x4_e4m3;
struct __nv_fp8x4_e5m2;
