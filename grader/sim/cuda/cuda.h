/// Programs include this for CUDA_VERSION, and headers include it for the driver API's
/// types. The driver API's functions are not modelled.
#pragma once

#include <stdint.h>

#include "cuda_runtime.h"

#define CUDA_VERSION 13000

typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;
typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
