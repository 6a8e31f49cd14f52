/// cuFFT's types and its handle.  The simulator does not model cuFFT: nothing else is
/// declared, so compile errors name what a program uses of it.
#pragma once

#include "cuComplex.h"
#include "cuda_runtime.h"
#include "library_types.h"

#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

typedef enum cufftResult_t {
  CUFFT_SUCCESS = 0x0,
  CUFFT_INVALID_PLAN = 0x1,
  CUFFT_ALLOC_FAILED = 0x2,
  CUFFT_INVALID_TYPE = 0x3,
  CUFFT_INVALID_VALUE = 0x4,
  CUFFT_INTERNAL_ERROR = 0x5,
  CUFFT_EXEC_FAILED = 0x6,
  CUFFT_SETUP_FAILED = 0x7,
  CUFFT_INVALID_SIZE = 0x8,
  CUFFT_UNALIGNED_DATA = 0x9,
  CUFFT_NOT_SUPPORTED = 0x10
} cufftResult;
typedef enum cufftType_t {
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69
} cufftType;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef int cufftHandle;

GRIDLOCK_INLINE cufftResult cufftCreate(cufftHandle* handle) {
  if (!handle) return CUFFT_INVALID_PLAN;
  *handle = 1;
  return CUFFT_SUCCESS;
}
GRIDLOCK_INLINE cufftResult cufftDestroy(cufftHandle plan) {
  return plan == 1 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
