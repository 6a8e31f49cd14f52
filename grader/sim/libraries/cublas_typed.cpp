// cuBLAS: functions for numbers whose types are arguments, and for those of 16 bits.
#include <cmath>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "gridlock_narrow_float.h"
#include "sim/libraries/cublas_dense.h"

using namespace gridlock::sim;

namespace {

/// The bytes of a number; 0 for a type that there is not.
int size_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I:
      return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return 2;
    case CUDA_R_32F:
    case CUDA_R_32I:
      return 4;
    case CUDA_R_64F:
      return 8;
    default:
      return 0;
  }
}

template <class T>
T bits_at(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// The number at an address, which a double has exactly.
double number_at(const std::byte* from, cudaDataType type) {
  switch (type) {
    case CUDA_R_8I:
      return bits_at<std::int8_t>(from);
    case CUDA_R_16F:
      return HalfFormat::widen(bits_at<std::uint16_t>(from));
    case CUDA_R_16BF:
      return BfloatFormat::widen(bits_at<std::uint16_t>(from));
    case CUDA_R_32F:
      return bits_at<float>(from);
    case CUDA_R_32I:
      return bits_at<std::int32_t>(from);
    default:
      return bits_at<double>(from);
  }
}

/// Rounds the number to the type; whole numbers stop at the type's ends.
void put_number(std::byte* to, cudaDataType type, double value) {
  const auto put = [to](auto number) { std::memcpy(to, &number, sizeof number); };
  const auto whole = [&](auto lowest, auto highest) {
    using Whole = decltype(lowest);
    const double nearest = std::rint(value);
    put(nearest <= lowest    ? lowest
        : nearest >= highest ? highest
                             : static_cast<Whole>(nearest));
  };
  switch (type) {
    case CUDA_R_8I:
      return whole(std::int8_t{INT8_MIN}, std::int8_t{INT8_MAX});
    case CUDA_R_16F:
      return put(HalfFormat::narrow(value, kToNearestEven));
    case CUDA_R_16BF:
      return put(BfloatFormat::narrow(value, kToNearestEven));
    case CUDA_R_32F:
      return put(static_cast<float>(value));
    case CUDA_R_32I:
      return whole(std::int32_t{INT32_MIN}, std::int32_t{INT32_MAX});
    default:
      return put(value);
  }
}

/// Memory of numbers of one type.
struct Numbers {
  std::byte* first;
  cudaDataType type;

  Numbers(const void* first, cudaDataType type)
      : first(static_cast<std::byte*>(const_cast<void*>(first))), type(type) {}

  std::byte* at(std::ptrdiff_t i) const { return first + i * size_of(type); }
  double get(std::ptrdiff_t i) const { return number_at(at(i), type); }
  void put(std::ptrdiff_t i, double value) const { put_number(at(i), type, value); }
  void are_read(const LibraryCall& call, std::ptrdiff_t i, int count = 1) const {
    call.reads(at(i), static_cast<std::size_t>(count * size_of(type)));
  }
  /// So many numbers, `step` apart.
  void vector_is_read(const LibraryCall& call, std::ptrdiff_t begin, int n,
                      int step) const {
    if (n <= 0) return;
    if (step == 1) return are_read(call, begin, n);
    for (std::ptrdiff_t i = 0; i < n; ++i) are_read(call, begin + i * step);
  }
  void are_written(const LibraryCall& call, std::ptrdiff_t i, int count = 1) const {
    call.writes(at(i), static_cast<std::size_t>(count * size_of(type)));
  }
};

/// A scalar of some type: from the host at once, or from the device when the kernel runs.
struct TypedScalar {
  Numbers from;
  double value;
  bool on_device;

  double get(const LibraryCall& call) const {
    if (!on_device) return value;
    from.are_read(call, 0);
    return from.get(0);
  }
};
TypedScalar scalar(const CublasCall& call, const void* pointer, cudaDataType type) {
  const Numbers from(pointer, type);
  if (call.is_on_device()) return {from, 0, true};
  from.are_read(call.site(), 0);
  return {from, from.get(0), false};
}

/// A matrix, turned, as numbers to compute with.
Dense<double> load(const LibraryCall& call, cublasOperation_t op, int rows, int columns,
                   const Numbers& from, int ld) {
  const bool as_it_is = op == CUBLAS_OP_N;
  Dense<double> copy(as_it_is ? rows : columns, as_it_is ? columns : rows);
  for (int j = 0; j < copy.columns(); ++j) {
    const std::ptrdiff_t begin = std::ptrdiff_t{j} * ld;
    from.are_read(call, begin, copy.rows());
    for (int i = 0; i < copy.rows(); ++i) copy(i, j) = from.get(begin + i);
  }
  return std::move(copy).turned(op);
}

/// The shapes of a product, and the types of its three matrices.
struct TypedShapes {
  cublasOperation_t op_a, op_b;
  int m, n, k;
  cudaDataType a, b, c;
  int lda, ldb, ldc;

  bool are_valid() const {
    return is_operation(op_a) && is_operation(op_b) && m >= 0 && n >= 0 && k >= 0 &&
           is_pitch(lda, op_a == CUBLAS_OP_N ? m : k) &&
           is_pitch(ldb, op_b == CUBLAS_OP_N ? k : n) && is_pitch(ldc, m);
  }
};

/// C becomes alpha * A * B + beta * C.
void multiply(const LibraryCall& in, const TypedShapes& s, double alpha, const void* a,
              const void* b, double beta, void* c) {
  Dense<double> made(s.m, s.n);
  if (alpha != 0 && s.k > 0)
    made = product(load(in, s.op_a, s.m, s.k, {a, s.a}, s.lda),
                   load(in, s.op_b, s.k, s.n, {b, s.b}, s.ldb));
  const Numbers to(c, s.c);
  for (int j = 0; j < s.n; ++j) {
    const std::ptrdiff_t begin = std::ptrdiff_t{j} * s.ldc;
    if (beta != 0) to.are_read(in, begin, s.m);
    to.are_written(in, begin, s.m);
    for (int i = 0; i < s.m; ++i) {
      const double before = beta == 0 ? 0 : beta * to.get(begin + i);
      to.put(begin + i, alpha * made(i, j) + before);
    }
  }
}

struct TypedFactors {
  const void *a, *b;
  void* c;
};

/// Several products of the same shapes; each(call, i) returns the pointers of number i.
template <class Each>
cublasStatus_t multiply_all(const CublasCall& call, const TypedShapes& shapes,
                            cudaDataType scalars, int batches, const void* alpha,
                            const void* beta, const Each& each) {
  const bool is_valid = shapes.are_valid() && batches >= 0 && alpha && beta;
  if (const auto status = call.refused(is_valid)) return *status;
  if (shapes.m == 0 || shapes.n == 0 || batches == 0) return CUBLAS_STATUS_SUCCESS;
  const TypedScalar factor = scalar(call, alpha, scalars);
  const TypedScalar kept = scalar(call, beta, scalars);
  return call.perform([=](const LibraryCall& in) {
    const double by = factor.get(in), keep = kept.get(in);
    for (int i = 0; i < batches; ++i) {
      const auto [a, b, c] = each(in, i);
      multiply(in, shapes, by, a, b, keep, c);
    }
  });
}

/// The type of alpha and beta; nothing if there is no such computation.
std::optional<cudaDataType> scalars_of(cublasComputeType_t type) {
  switch (type) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return CUDA_R_16F;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
      return CUDA_R_32F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      return CUDA_R_64F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      return CUDA_R_32I;
    default:
      return std::nullopt;
  }
}

}  // namespace

extern "C" {

cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x,
                           cudaDataType x_type, int incx, const void* y,
                           cudaDataType y_type, int incy, void* result,
                           cudaDataType result_type, cudaDataType) {
  GRIDLOCK_CUBLAS("cublasDotEx");
  if (const auto status = call.refused(result != nullptr)) return *status;
  const Numbers a(x, x_type), b(y, y_type), to(result, result_type);
  if (size_of(x_type) == 0 || size_of(y_type) == 0 || size_of(result_type) == 0)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const auto sum = [=](const LibraryCall& in) {
    const auto begin = [n](int step) {
      return step < 0 ? std::ptrdiff_t{1 - n} * step : std::ptrdiff_t{0};
    };
    a.vector_is_read(in, begin(incx), n, incx);
    b.vector_is_read(in, begin(incy), n, incy);
    double total = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i)
      total += a.get(begin(incx) + i * incx) * b.get(begin(incy) + i * incy);
    return total;
  };
  if (call.is_on_device())
    return call.perform([=](const LibraryCall& in) {
      const double total = sum(in);
      to.are_written(in, 0);
      to.put(0, total);
    });
  double total = 0;
  const cublasStatus_t status = call.perform_for(&total, sum);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  to.are_written(call.site(), 0);
  to.put(0, total);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t op_a,
                            cublasOperation_t op_b, int m, int n, int k,
                            const void* alpha, const void* a, cudaDataType a_type,
                            int lda, const void* b, cudaDataType b_type, int ldb,
                            const void* beta, void* c, cudaDataType c_type, int ldc,
                            cublasComputeType_t type, cublasGemmAlgo_t) {
  GRIDLOCK_CUBLAS("cublasGemmEx");
  if (const auto status = call.refused(true)) return *status;
  const auto scalars = scalars_of(type);
  if (!scalars || size_of(a_type) == 0 || size_of(b_type) == 0 || size_of(c_type) == 0)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return multiply_all(call, {op_a, op_b, m, n, k, a_type, b_type, c_type, lda, ldb, ldc},
                      *scalars, 1, alpha, beta,
                      [=](const LibraryCall&, int) { return TypedFactors{a, b, c}; });
}

#define GRIDLOCK_HALVES \
  {op_a, op_b, m, n, k, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, lda, ldb, ldc}

cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t op_a,
                           cublasOperation_t op_b, int m, int n, int k,
                           const __half* alpha, const __half* a, int lda, const __half* b,
                           int ldb, const __half* beta, __half* c, int ldc) {
  GRIDLOCK_CUBLAS("cublasHgemm");
  return multiply_all(call, GRIDLOCK_HALVES, CUDA_R_16F, 1, alpha, beta,
                      [=](const LibraryCall&, int) { return TypedFactors{a, b, c}; });
}
/// The arrays of pointers are in the device's memory.
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t op_a,
                                  cublasOperation_t op_b, int m, int n, int k,
                                  const __half* alpha, const __half* const a[], int lda,
                                  const __half* const b[], int ldb, const __half* beta,
                                  __half* const c[], int ldc, int batches) {
  GRIDLOCK_CUBLAS("cublasHgemmBatched");
  return multiply_all(call, GRIDLOCK_HALVES, CUDA_R_16F, batches, alpha, beta,
                      [=](const LibraryCall& in, int i) {
                        in.reads(a + i);
                        in.reads(b + i);
                        in.reads(c + i);
                        return TypedFactors{a[i], b[i], c[i]};
                      });
}
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t op_a,
                                         cublasOperation_t op_b, int m, int n, int k,
                                         const __half* alpha, const __half* a, int lda,
                                         long long step_a, const __half* b, int ldb,
                                         long long step_b, const __half* beta, __half* c,
                                         int ldc, long long step_c, int batches) {
  GRIDLOCK_CUBLAS("cublasHgemmStridedBatched");
  return multiply_all(call, GRIDLOCK_HALVES, CUDA_R_16F, batches, alpha, beta,
                      [=](const LibraryCall&, int i) {
                        return TypedFactors{Numbers(a, CUDA_R_16F).at(i * step_a),
                                            Numbers(b, CUDA_R_16F).at(i * step_b),
                                            Numbers(c, CUDA_R_16F).at(i * step_c)};
                      });
}

}  // extern "C"
