/// \file
/// cuBLAS, as far as the simulator has it: levels 1, 2 and 3 for dense matrices.
///
/// A function that works on the device is a kernel in the stream of its handle, which
/// reads and writes whole vectors and matrices for the program's line that calls it.  If
/// it returns a number to the host, the host waits for it.  The runtime defines them all.
#pragma once
#define CUBLAS_API_H_  // Programs ask for it.

#include <stdint.h>

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#if defined(GRIDLOCK_SIM)
#include "cuda_fp16.h"
#else
struct __half;  // The runtime's own sources know it by its bits.
#endif

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum {
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
  CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
  CUBLAS_OP_HERMITAN = 2,
  CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum {
  CUBLAS_POINTER_MODE_HOST = 0,
  CUBLAS_POINTER_MODE_DEVICE = 1
} cublasPointerMode_t;
typedef enum {
  CUBLAS_ATOMICS_NOT_ALLOWED = 0,
  CUBLAS_ATOMICS_ALLOWED = 1
} cublasAtomicsMode_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
  CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

typedef enum {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73
} cublasComputeType_t;

struct cublasContext;
typedef struct cublasContext* cublasHandle_t;

extern "C" {

// Handles.  Modes of mathematics and atomics, and workspaces, are hints: they are checked
// and change no result.
cublasStatus_t cublasCreate(cublasHandle_t* handle);
/// Waits for the device.
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t streamId);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* streamId);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace,
                                  size_t workspaceSizeInBytes);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);

// Copies between the host and the device.
cublasStatus_t cublasSetVector(int n, int elemSize, const void* x, int incx,
                               void* devicePtr, int incy);
cublasStatus_t cublasGetVector(int n, int elemSize, const void* x, int incx, void* y,
                               int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void* A, int lda,
                               void* B, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void* A, int lda,
                               void* B, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void* hostPtr, int incx,
                                    void* devicePtr, int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void* devicePtr, int incx,
                                    void* hostPtr, int incy, cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void* A,
                                    int lda, void* B, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void* A,
                                    int lda, void* B, int ldb, cudaStream_t stream);

/// What every type of number has.
/// \param S, s the type's letter in the functions' names
#define GRIDLOCK_CUBLAS_OF_ALL(S, s, T)                                                  \
  cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T* alpha, T* x,     \
                                 int incx);                                              \
  cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T* alpha,           \
                                 const T* x, int incx, T* y, int incy);                  \
  cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T* x, int incx,     \
                                 T* y, int incy);                                        \
  cublasStatus_t cublas##S##swap(cublasHandle_t handle, int n, T* x, int incx, T* y,     \
                                 int incy);                                              \
  cublasStatus_t cublasI##s##amax(cublasHandle_t handle, int n, const T* x, int incx,    \
                                  int* result);                                          \
  cublasStatus_t cublasI##s##amin(cublasHandle_t handle, int n, const T* x, int incx,    \
                                  int* result);                                          \
  cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t trans, int m,  \
                                 int n, const T* alpha, const T* A, int lda, const T* x, \
                                 int incx, const T* beta, T* y, int incy);               \
  cublasStatus_t cublas##S##trmv(cublasHandle_t handle, cublasFillMode_t uplo,           \
                                 cublasOperation_t trans, cublasDiagType_t diag, int n,  \
                                 const T* A, int lda, T* x, int incx);                   \
  cublasStatus_t cublas##S##trsv(cublasHandle_t handle, cublasFillMode_t uplo,           \
                                 cublasOperation_t trans, cublasDiagType_t diag, int n,  \
                                 const T* A, int lda, T* x, int incx);                   \
  cublasStatus_t cublas##S##symv(cublasHandle_t handle, cublasFillMode_t uplo, int n,    \
                                 const T* alpha, const T* A, int lda, const T* x,        \
                                 int incx, const T* beta, T* y, int incy);               \
  cublasStatus_t cublas##S##syr(cublasHandle_t handle, cublasFillMode_t uplo, int n,     \
                                const T* alpha, const T* x, int incx, T* A, int lda);    \
  cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t transa,        \
                                 cublasOperation_t transb, int m, int n, int k,          \
                                 const T* alpha, const T* A, int lda, const T* B,        \
                                 int ldb, const T* beta, T* C, int ldc);                 \
  cublasStatus_t cublas##S##gemmBatched(                                                 \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,  \
      int n, int k, const T* alpha, const T* const Aarray[], int lda,                    \
      const T* const Barray[], int ldb, const T* beta, T* const Carray[], int ldc,       \
      int batchCount);                                                                   \
  cublasStatus_t cublas##S##gemmStridedBatched(                                          \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,  \
      int n, int k, const T* alpha, const T* A, int lda, long long int strideA,          \
      const T* B, int ldb, long long int strideB, const T* beta, T* C, int ldc,          \
      long long int strideC, int batchCount);                                            \
  cublasStatus_t cublas##S##symm(cublasHandle_t handle, cublasSideMode_t side,           \
                                 cublasFillMode_t uplo, int m, int n, const T* alpha,    \
                                 const T* A, int lda, const T* B, int ldb,               \
                                 const T* beta, T* C, int ldc);                          \
  cublasStatus_t cublas##S##syrk(cublasHandle_t handle, cublasFillMode_t uplo,           \
                                 cublasOperation_t trans, int n, int k, const T* alpha,  \
                                 const T* A, int lda, const T* beta, T* C, int ldc);     \
  cublasStatus_t cublas##S##trsm(cublasHandle_t handle, cublasSideMode_t side,           \
                                 cublasFillMode_t uplo, cublasOperation_t trans,         \
                                 cublasDiagType_t diag, int m, int n, const T* alpha,    \
                                 const T* A, int lda, T* B, int ldb);                    \
  cublasStatus_t cublas##S##trmm(                                                        \
      cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,               \
      cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha,      \
      const T* A, int lda, const T* B, int ldb, T* C, int ldc);                          \
  cublasStatus_t cublas##S##geam(cublasHandle_t handle, cublasOperation_t transa,        \
                                 cublasOperation_t transb, int m, int n, const T* alpha, \
                                 const T* A, int lda, const T* beta, const T* B,         \
                                 int ldb, T* C, int ldc);                                \
  cublasStatus_t cublas##S##getrfBatched(cublasHandle_t handle, int n, T* const A[],     \
                                         int lda, int* P, int* info, int batchSize);     \
  cublasStatus_t cublas##S##dgmm(cublasHandle_t handle, cublasSideMode_t mode, int m,    \
                                 int n, const T* A, int lda, const T* x, int incx, T* C, \
                                 int ldc);
GRIDLOCK_CUBLAS_OF_ALL(S, s, float)
GRIDLOCK_CUBLAS_OF_ALL(D, d, double)
GRIDLOCK_CUBLAS_OF_ALL(C, c, cuComplex)
GRIDLOCK_CUBLAS_OF_ALL(Z, z, cuDoubleComplex)
#undef GRIDLOCK_CUBLAS_OF_ALL

// Numbers whose types are arguments, and those of 16 bits.  They are multiplied and added
// in double, and a result is rounded once.
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x,
                           cudaDataType xType, int incx, const void* y,
                           cudaDataType yType, int incy, void* result,
                           cudaDataType resultType, cudaDataType executionType);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k,
                            const void* alpha, const void* A, cudaDataType Atype, int lda,
                            const void* B, cudaDataType Btype, int ldb, const void* beta,
                            void* C, cudaDataType Ctype, int ldc,
                            cublasComputeType_t computeType, cublasGemmAlgo_t algo);
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k,
                           const __half* alpha, const __half* A, int lda, const __half* B,
                           int ldb, const __half* beta, __half* C, int ldc);
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const __half* alpha, const __half* const Aarray[],
                                  int lda, const __half* const Barray[], int ldb,
                                  const __half* beta, __half* const Carray[], int ldc,
                                  int batchCount);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const __half* alpha, const __half* A, int lda,
                                         long long int strideA, const __half* B, int ldb,
                                         long long int strideB, const __half* beta,
                                         __half* C, int ldc, long long int strideC,
                                         int batchCount);

/// What real numbers have.
#define GRIDLOCK_CUBLAS_OF_REALS(S, T)                                               \
  cublasStatus_t cublas##S##dot(cublasHandle_t handle, int n, const T* x, int incx,  \
                                const T* y, int incy, T* result);                    \
  cublasStatus_t cublas##S##rot(cublasHandle_t handle, int n, T* x, int incx, T* y,  \
                                int incy, const T* c, const T* s);                   \
  cublasStatus_t cublas##S##ger(cublasHandle_t handle, int m, int n, const T* alpha, \
                                const T* x, int incx, const T* y, int incy, T* A,    \
                                int lda);
GRIDLOCK_CUBLAS_OF_REALS(S, float)
GRIDLOCK_CUBLAS_OF_REALS(D, double)
#undef GRIDLOCK_CUBLAS_OF_REALS

/// What complex numbers have.
/// \param cs the letters for a complex vector and a real factor
#define GRIDLOCK_CUBLAS_OF_COMPLEX(C, cs, T, Real)                                       \
  cublasStatus_t cublas##C##dotu(cublasHandle_t handle, int n, const T* x, int incx,     \
                                 const T* y, int incy, T* result);                       \
  cublasStatus_t cublas##C##dotc(cublasHandle_t handle, int n, const T* x, int incx,     \
                                 const T* y, int incy, T* result);                       \
  cublasStatus_t cublas##cs##scal(cublasHandle_t handle, int n, const Real* alpha, T* x, \
                                  int incx);                                             \
  cublasStatus_t cublas##C##geru(cublasHandle_t handle, int m, int n, const T* alpha,    \
                                 const T* x, int incx, const T* y, int incy, T* A,       \
                                 int lda);                                               \
  cublasStatus_t cublas##C##gerc(cublasHandle_t handle, int m, int n, const T* alpha,    \
                                 const T* x, int incx, const T* y, int incy, T* A,       \
                                 int lda);
GRIDLOCK_CUBLAS_OF_COMPLEX(C, Cs, cuComplex, float)
GRIDLOCK_CUBLAS_OF_COMPLEX(Z, Zd, cuDoubleComplex, double)
#undef GRIDLOCK_CUBLAS_OF_COMPLEX

/// The sums whose result is real.
#define GRIDLOCK_CUBLAS_NORMS(S, T, Real)                                            \
  cublasStatus_t cublas##S##asum(cublasHandle_t handle, int n, const T* x, int incx, \
                                 Real* result);                                      \
  cublasStatus_t cublas##S##nrm2(cublasHandle_t handle, int n, const T* x, int incx, \
                                 Real* result);
GRIDLOCK_CUBLAS_NORMS(S, float, float)
GRIDLOCK_CUBLAS_NORMS(D, double, double)
GRIDLOCK_CUBLAS_NORMS(Sc, cuComplex, float)
GRIDLOCK_CUBLAS_NORMS(Dz, cuDoubleComplex, double)
#undef GRIDLOCK_CUBLAS_NORMS

}  // extern "C"

/// The form of CUDA 10, whose type of computation is a type of numbers.
GRIDLOCK_INLINE cublasStatus_t cublasGemmEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
    int n, int k, const void* alpha, const void* A, cudaDataType Atype, int lda,
    const void* B, cudaDataType Btype, int ldb, const void* beta, void* C,
    cudaDataType Ctype, int ldc, cudaDataType computeType, cublasGemmAlgo_t algo) {
  const cublasComputeType_t type = computeType == CUDA_R_16F   ? CUBLAS_COMPUTE_16F
                                   : computeType == CUDA_R_32F ? CUBLAS_COMPUTE_32F
                                   : computeType == CUDA_R_64F ? CUBLAS_COMPUTE_64F
                                   : computeType == CUDA_R_32I
                                       ? CUBLAS_COMPUTE_32I
                                       : static_cast<cublasComputeType_t>(0);
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype,
                      ldb, beta, C, Ctype, ldc, type, algo);
}
