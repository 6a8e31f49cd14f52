// cuBLAS, levels 2 and 3: products with triangular matrices, and equations with these.
#include "sim/libraries/cublas_dense.h"

using namespace gridlock::sim;

namespace {

/// A triangular matrix as a call names it.
struct Triangle {
  cublasFillMode_t fill;
  cublasOperation_t op;
  cublasDiagType_t diag;
  int order, ld;

  bool is_valid() const {
    return is_triangle(fill) && is_operation(op) && is_diagonal(diag) && order >= 0 &&
           is_pitch(ld, order);
  }
  /// Whether the matrix is a lower one once it has been turned.
  bool is_lower() const {
    return (fill == CUBLAS_FILL_MODE_LOWER) == (op == CUBLAS_OP_N);
  }
  template <class T>
  Dense<T> load(const LibraryCall& call, const T* a) const {
    return load_triangular(call, fill, op, diag, order, a, ld);
  }
};

/// Makes of b the X of A * X = b, for a lower or an upper A.
template <class T>
void solve(const Dense<T>& a, bool is_lower, Dense<T>& b) {
  const int n = a.rows();
  for (int j = 0; j < b.columns(); ++j)
    for (int step = 0; step < n; ++step) {
      const int l = is_lower ? step : n - 1 - step;
      const T x = b(l, j) /= a(l, l);
      const int begin = is_lower ? l + 1 : 0, end = is_lower ? n : l;
      for (int i = begin; i < end; ++i) b(i, j) -= x * a(i, l);
    }
}

/// x becomes what make(triangle, x) makes of it.
template <class T, class Make>
cublasStatus_t change_vector(const CublasCall& call, const Triangle& triangle, const T* a,
                             T* x, int incx, const Make& make) {
  if (const auto status = call.refused(triangle.is_valid() && incx != 0)) return *status;
  return call.perform([=, a = as_number(a), x = as_number(x)](const LibraryCall& in) {
    using N = Number<T>;
    const VectorView<N> vector(x, triangle.order, incx);
    const Dense<N> matrix = triangle.load(in, a);
    vector.is_read(in);
    Dense<N> made(triangle.order, 1);
    for (int i = 0; i < triangle.order; ++i) made(i, 0) = vector[i];
    made = make(matrix, std::move(made));
    vector.is_written(in);
    for (int i = 0; i < triangle.order; ++i) vector[i] = made(i, 0);
  });
}
template <class T>
cublasStatus_t trmv(const CublasCall& call, const Triangle& triangle, const T* a, T* x,
                    int incx) {
  return change_vector(call, triangle, a, x, incx, [](const auto& matrix, auto vector) {
    return product(matrix, vector);
  });
}
template <class T>
cublasStatus_t trsv(const CublasCall& call, const Triangle& triangle, const T* a, T* x,
                    int incx) {
  return change_vector(call, triangle, a, x, incx,
                       [lower = triangle.is_lower()](const auto& matrix, auto vector) {
                         solve(matrix, lower, vector);
                         return vector;
                       });
}

/// A matrix with n columns and m rows.
struct Block {
  int m, n, ld;
  bool is_valid() const { return m >= 0 && n >= 0 && is_pitch(ld, m); }
};

/// `to` becomes alpha times what make(triangle, b) makes of b.
template <class T, class Make>
cublasStatus_t change_matrix(const CublasCall& call, const Triangle& triangle,
                             const T* alpha, const T* a, const T* b, Block from, T* c,
                             Block to, const Make& make) {
  const bool is_valid =
      triangle.is_valid() && from.is_valid() && to.is_valid() && alpha != nullptr;
  if (const auto status = call.refused(is_valid)) return *status;
  const auto factor = call.scalar(alpha);
  return call.perform(
      [=, a = as_number(a), b = as_number(b), c = as_number(c)](const LibraryCall& in) {
        using N = Number<T>;
        const N by = factor.get(in);
        Dense<N> made(from.m, from.n);
        if (by != N(0))
          made = make(triangle.load(in, a),
                      MatrixView<const N>{b, from.m, from.n, from.ld}.load(in));
        update(in, MatrixView<N>{c, to.m, to.n, to.ld}, by, made, N(0));
      });
}
template <class T>
cublasStatus_t trmm(const CublasCall& call, cublasSideMode_t side,
                    const Triangle& triangle, const T* alpha, const T* a, const T* b,
                    Block from, T* c, int ldc) {
  if (!is_side(side)) return CUBLAS_STATUS_INVALID_VALUE;
  return change_matrix(call, triangle, alpha, a, b, from, c, Block{from.m, from.n, ldc},
                       [side](const auto& matrix, const auto& other) {
                         return side == CUBLAS_SIDE_LEFT ? product(matrix, other)
                                                         : product(other, matrix);
                       });
}
template <class T>
cublasStatus_t trsm(const CublasCall& call, cublasSideMode_t side,
                    const Triangle& triangle, const T* alpha, const T* a, T* b,
                    Block block) {
  if (!is_side(side)) return CUBLAS_STATUS_INVALID_VALUE;
  return change_matrix(call, triangle, alpha, a, b, block, b, block,
                       [side, lower = triangle.is_lower()](auto matrix, auto other) {
                         if (side == CUBLAS_SIDE_LEFT) {
                           solve(matrix, lower, other);
                           return other;
                         }
                         // X * A = B is what A * X = B is of the transposed matrices.
                         auto turned = std::move(other).turned(CUBLAS_OP_T);
                         solve(std::move(matrix).turned(CUBLAS_OP_T), !lower, turned);
                         return std::move(turned).turned(CUBLAS_OP_T);
                       });
}

/// A becomes L * U with its rows exchanged, L below the diagonal with 1 on it.
/// \param rows the row, from 1, with which each row is exchanged; null to exchange none
/// \returns the column, from 1, of the first pivot that is 0; 0 if there is none
template <class T>
int factor(Dense<T>& a, int* rows) {
  const int n = a.rows();
  int singular = 0;
  for (int l = 0; l < n; ++l) {
    int best = l;
    for (int i = l + 1; rows && i < n; ++i)
      if (std::abs(a(i, l)) > std::abs(a(best, l))) best = i;
    if (rows) rows[l] = best + 1;
    if (best != l)
      for (int j = 0; j < n; ++j) std::swap(a(l, j), a(best, j));
    if (a(l, l) == T(0)) {
      if (singular == 0) singular = l + 1;
      continue;
    }
    for (int i = l + 1; i < n; ++i) a(i, l) /= a(l, l);
    for (int j = l + 1; j < n; ++j)
      for (int i = l + 1; i < n; ++i) a(i, j) -= a(i, l) * a(l, j);
  }
  return singular;
}

/// The array of pointers, the rows and the infos are in the device's memory.
template <class T>
cublasStatus_t getrf_batched(const CublasCall& call, int n, T* const* a, int lda,
                             int* rows, int* info, int batches) {
  const bool is_valid = n >= 0 && is_pitch(lda, n) && batches >= 0;
  if (const auto status = call.refused(is_valid)) return *status;
  return call.perform([=](const LibraryCall& in) {
    using N = Number<T>;
    for (int batch = 0; batch < batches; ++batch) {
      in.reads(a + batch);
      const MatrixView<N> place{as_number(a[batch]), n, n, lda};
      Dense<N> matrix = place.load(in);
      int* const own = rows ? rows + std::ptrdiff_t{batch} * n : nullptr;
      if (own) in.writes(own, static_cast<std::size_t>(n));
      in.writes(info + batch);
      info[batch] = factor(matrix, own);
      update(in, place, N(1), matrix, N(0));
    }
  });
}

}  // namespace

#define GRIDLOCK_TRIANGLE(order) {fill, op, diag, order, lda}
#define GRIDLOCK_OF_ALL(S, T)                                                          \
  cublasStatus_t cublas##S##trmv(cublasHandle_t handle, cublasFillMode_t fill,         \
                                 cublasOperation_t op, cublasDiagType_t diag, int n,   \
                                 const T* a, int lda, T* x, int incx) {                \
    GRIDLOCK_CUBLAS("cublas" #S "trmv");                                               \
    return trmv(call, GRIDLOCK_TRIANGLE(n), a, x, incx);                               \
  }                                                                                    \
  cublasStatus_t cublas##S##trsv(cublasHandle_t handle, cublasFillMode_t fill,         \
                                 cublasOperation_t op, cublasDiagType_t diag, int n,   \
                                 const T* a, int lda, T* x, int incx) {                \
    GRIDLOCK_CUBLAS("cublas" #S "trsv");                                               \
    return trsv(call, GRIDLOCK_TRIANGLE(n), a, x, incx);                               \
  }                                                                                    \
  cublasStatus_t cublas##S##trmm(                                                      \
      cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,             \
      cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T* alpha,       \
      const T* a, int lda, const T* b, int ldb, T* c, int ldc) {                       \
    GRIDLOCK_CUBLAS("cublas" #S "trmm");                                               \
    return trmm(call, side, GRIDLOCK_TRIANGLE((side == CUBLAS_SIDE_LEFT ? m : n)),     \
                alpha, a, b, {m, n, ldb}, c, ldc);                                     \
  }                                                                                    \
  cublasStatus_t cublas##S##trsm(cublasHandle_t handle, cublasSideMode_t side,         \
                                 cublasFillMode_t fill, cublasOperation_t op,          \
                                 cublasDiagType_t diag, int m, int n, const T* alpha,  \
                                 const T* a, int lda, T* b, int ldb) {                 \
    GRIDLOCK_CUBLAS("cublas" #S "trsm");                                               \
    return trsm(call, side, GRIDLOCK_TRIANGLE((side == CUBLAS_SIDE_LEFT ? m : n)),     \
                alpha, a, b, {m, n, ldb});                                             \
  }                                                                                    \
  cublasStatus_t cublas##S##getrfBatched(cublasHandle_t handle, int n, T* const a[],   \
                                         int lda, int* rows, int* info, int batches) { \
    GRIDLOCK_CUBLAS("cublas" #S "getrfBatched");                                       \
    return getrf_batched(call, n, a, lda, rows, info, batches);                        \
  }

extern "C" {
GRIDLOCK_OF_ALL(S, float)
GRIDLOCK_OF_ALL(D, double)
GRIDLOCK_OF_ALL(C, cuComplex)
GRIDLOCK_OF_ALL(Z, cuDoubleComplex)
}  // extern "C"
#undef GRIDLOCK_OF_ALL
