// cuBLAS: copies of vectors and matrices between the host and the device.
#include "sim/cuda_api/host_rows.h"
#include "sim/libraries/cublas_call.h"

using namespace gridlock::sim;

namespace {

/// Where a copy goes, and how.
struct Way {
  cudaMemcpyKind kind;
  cudaStream_t stream;
  bool async;
  const char* call;
  std::uint64_t pc;
};

/// Rows that lie so many bytes apart.
cublasStatus_t copy(Rows to, Rows from, Extent extent, const Way& way) {
  if (to.pitch == extent.width && from.pitch == extent.width) extent = {extent.bytes()};
  const cudaError_t error =
      copy_rows(to, from, extent, way.kind, way.stream, way.async, way.call, way.pc);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

cublasStatus_t copy_vector(int n, int size, const void* from, int from_step, void* to,
                           int to_step, const Way& way) {
  if (n < 0 || size <= 0 || from_step <= 0 || to_step <= 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  const auto bytes = static_cast<std::size_t>(size);
  return copy(rows_at(to, bytes * static_cast<std::size_t>(to_step)),
              rows_at(from, bytes * static_cast<std::size_t>(from_step)),
              {bytes, static_cast<std::size_t>(n)}, way);
}

cublasStatus_t copy_matrix(int rows, int columns, int size, const void* from, int lda,
                           void* to, int ldb, const Way& way) {
  if (rows < 0 || columns < 0 || size <= 0 || lda < rows || ldb < rows || lda <= 0 ||
      ldb <= 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  const auto bytes = static_cast<std::size_t>(size);
  return copy(rows_at(to, bytes * static_cast<std::size_t>(ldb)),
              rows_at(from, bytes * static_cast<std::size_t>(lda)),
              {bytes * static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)},
              way);
}

}  // namespace

#define GRIDLOCK_WAY(kind, stream, async, name) \
  Way { kind, stream, async, name, call_site(__builtin_frame_address(0)) }
/// A copy of vectors and one of matrices, with and without a stream.
#define GRIDLOCK_COPIES(Do, kind)                                                        \
  cublasStatus_t cublas##Do##Vector(int n, int size, const void* x, int incx, void* y,   \
                                    int incy) {                                          \
    return copy_vector(n, size, x, incx, y, incy,                                        \
                       GRIDLOCK_WAY(kind, nullptr, false, "cublas" #Do "Vector"));       \
  }                                                                                      \
  cublasStatus_t cublas##Do##VectorAsync(int n, int size, const void* x, int incx,       \
                                         void* y, int incy, cudaStream_t stream) {       \
    return copy_vector(n, size, x, incx, y, incy,                                        \
                       GRIDLOCK_WAY(kind, stream, true, "cublas" #Do "VectorAsync"));    \
  }                                                                                      \
  cublasStatus_t cublas##Do##Matrix(int rows, int columns, int size, const void* a,      \
                                    int lda, void* b, int ldb) {                         \
    return copy_matrix(rows, columns, size, a, lda, b, ldb,                              \
                       GRIDLOCK_WAY(kind, nullptr, false, "cublas" #Do "Matrix"));       \
  }                                                                                      \
  cublasStatus_t cublas##Do##MatrixAsync(int rows, int columns, int size, const void* a, \
                                         int lda, void* b, int ldb,                      \
                                         cudaStream_t stream) {                          \
    return copy_matrix(rows, columns, size, a, lda, b, ldb,                              \
                       GRIDLOCK_WAY(kind, stream, true, "cublas" #Do "MatrixAsync"));    \
  }

extern "C" {
GRIDLOCK_COPIES(Set, cudaMemcpyHostToDevice)
GRIDLOCK_COPIES(Get, cudaMemcpyDeviceToHost)
}  // extern "C"
