// cuBLAS, levels 2 and 3: products and sums of matrices.
#include "sim/libraries/cublas_dense.h"

using namespace gridlock::sim;

namespace {

/// y becomes alpha * A * x + beta * y, with the A that load(call) returns.
template <class T, class Load>
cublasStatus_t multiply_vector(const CublasCall& call, int rows, int columns,
                               const T* alpha, const T* x, int incx, const T* beta, T* y,
                               int incy, const Load& load) {
  const auto factor = call.scalar(alpha), kept = call.scalar(beta);
  return call.perform([=, x = as_number(x), y = as_number(y)](const LibraryCall& in) {
    using N = Number<T>;
    const VectorView<const N> from(x, columns, incx);
    const VectorView<N> to(y, rows, incy);
    const N a = factor.get(in), b = kept.get(in);
    Dense<N> made(rows, 1);
    if (a != N(0)) {
      const Dense<N> matrix = load(in);
      from.is_read(in);
      for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i) made(i, 0) += from[j] * matrix(i, j);
    }
    if (b != N(0)) to.is_read(in);
    to.is_written(in);
    for (int i = 0; i < rows; ++i)
      to[i] = a * made(i, 0) + (b == N(0) ? N(0) : b * to[i]);
  });
}

template <class T>
cublasStatus_t gemv(const CublasCall& call, cublasOperation_t op, int m, int n,
                    const T* alpha, const T* a, int lda, const T* x, int incx,
                    const T* beta, T* y, int incy) {
  const bool is_valid = is_operation(op) && m >= 0 && n >= 0 && is_pitch(lda, m) &&
                        incx != 0 && incy != 0 && alpha && beta;
  if (const auto status = call.refused(is_valid)) return *status;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
  return multiply_vector(call, rows, columns, alpha, x, incx, beta, y, incy,
                         [=, a = as_number(a)](const LibraryCall& in) {
                           return load_general(in, op, rows, columns, a, lda);
                         });
}

template <class T>
cublasStatus_t symv(const CublasCall& call, cublasFillMode_t fill, int n, const T* alpha,
                    const T* a, int lda, const T* x, int incx, const T* beta, T* y,
                    int incy) {
  const bool is_valid = is_triangle(fill) && n >= 0 && is_pitch(lda, n) && incx != 0 &&
                        incy != 0 && alpha && beta;
  if (const auto status = call.refused(is_valid)) return *status;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return multiply_vector(call, n, n, alpha, x, incx, beta, y, incy,
                         [=, a = as_number(a)](const LibraryCall& in) {
                           return MatrixView<const Number<T>>{a, n, n, lda}.load_triangle(
                               in, fill, true, true);
                         });
}

/// A becomes alpha * x * y + A.
template <class T>
cublasStatus_t ger(const CublasCall& call, int m, int n, const T* alpha, const T* x,
                   int incx, const T* y, int incy, T* a, int lda, bool conjugated) {
  const bool is_valid =
      m >= 0 && n >= 0 && is_pitch(lda, m) && incx != 0 && incy != 0 && alpha;
  if (const auto status = call.refused(is_valid)) return *status;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha);
  return call.perform(
      [=, x = as_number(x), y = as_number(y), a = as_number(a)](const LibraryCall& in) {
        using N = Number<T>;
        const VectorView<const N> column(x, m, incx), row(y, n, incy);
        const N by = factor.get(in);
        column.is_read(in);
        row.is_read(in);
        Dense<N> made(m, n);
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < m; ++i)
            made(i, j) = column[i] * (conjugated ? conjugate(row[j]) : row[j]);
        update(in, MatrixView<N>{a, m, n, lda}, by, made, N(1));
      });
}

/// One triangle of c becomes that of alpha * made + beta * c.
template <class T>
void update_triangle(const LibraryCall& in, const MatrixView<T>& c, cublasFillMode_t fill,
                     T alpha, const Dense<T>& made, T beta) {
  c.each_of_triangle(fill, true, [&](T* part, std::size_t count) {
    if (beta != T(0)) in.reads(part, count);
    in.writes(part, count);
  });
  for (int j = 0; j < c.columns; ++j)
    for (int i = 0; i < c.rows; ++i) {
      if (fill == CUBLAS_FILL_MODE_UPPER ? i > j : i < j) continue;
      const T before = beta == T(0) ? T(0) : beta * *c.at(i, j);
      *c.at(i, j) = alpha * made(i, j) + before;
    }
}

template <class T>
cublasStatus_t syr(const CublasCall& call, cublasFillMode_t fill, int n, const T* alpha,
                   const T* x, int incx, T* a, int lda) {
  const bool is_valid =
      is_triangle(fill) && n >= 0 && is_pitch(lda, n) && incx != 0 && alpha;
  if (const auto status = call.refused(is_valid)) return *status;
  const auto factor = call.scalar(alpha);
  return call.perform([=, x = as_number(x), a = as_number(a)](const LibraryCall& in) {
    using N = Number<T>;
    const VectorView<const N> from(x, n, incx);
    const N by = factor.get(in);
    from.is_read(in);
    Dense<N> made(n, n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) made(i, j) = from[i] * from[j];
    update_triangle(in, MatrixView<N>{a, n, n, lda}, fill, by, made, N(1));
  });
}

template <class T>
cublasStatus_t syrk(const CublasCall& call, cublasFillMode_t fill, cublasOperation_t op,
                    int n, int k, const T* alpha, const T* a, int lda, const T* beta,
                    T* c, int ldc) {
  const bool is_valid = is_triangle(fill) && is_operation(op) && n >= 0 && k >= 0 &&
                        is_pitch(lda, op == CUBLAS_OP_N ? n : k) && is_pitch(ldc, n) &&
                        alpha && beta;
  if (const auto status = call.refused(is_valid)) return *status;
  const auto factor = call.scalar(alpha), kept = call.scalar(beta);
  return call.perform([=, a = as_number(a), c = as_number(c)](const LibraryCall& in) {
    using N = Number<T>;
    const N by = factor.get(in), b = kept.get(in);
    Dense<N> made(n, n);
    if (by != N(0)) {
      const Dense<N> left = load_general(in, op, n, k, a, lda);
      made = product(left, Dense<N>(left).turned(CUBLAS_OP_T));
    }
    update_triangle(in, MatrixView<N>{c, n, n, ldc}, fill, by, made, b);
  });
}

/// The shapes of a product of two matrices.
struct Shapes {
  cublasOperation_t op_a, op_b;
  int m, n, k, lda, ldb, ldc;

  bool are_valid() const {
    return is_operation(op_a) && is_operation(op_b) && m >= 0 && n >= 0 && k >= 0 &&
           is_pitch(lda, op_a == CUBLAS_OP_N ? m : k) &&
           is_pitch(ldb, op_b == CUBLAS_OP_N ? k : n) && is_pitch(ldc, m);
  }
};

/// c becomes alpha * A * B + beta * c.
template <class T>
void multiply(const LibraryCall& in, const Shapes& shapes, T alpha, const T* a,
              const T* b, T beta, T* c) {
  const auto& [op_a, op_b, m, n, k, lda, ldb, ldc] = shapes;
  Dense<T> made(m, n);
  if (alpha != T(0) && k > 0)
    made = product(load_general(in, op_a, m, k, a, lda),
                   load_general(in, op_b, k, n, b, ldb));
  update(in, MatrixView<T>{c, m, n, ldc}, alpha, made, beta);
}

/// Several products of the same shapes; each(call, i) returns the pointers of number i.
template <class T, class Each>
cublasStatus_t multiply_all(const CublasCall& call, const Shapes& shapes, int batches,
                            const T* alpha, const T* beta, const Each& each) {
  const bool is_valid = shapes.are_valid() && batches >= 0 && alpha && beta;
  if (const auto status = call.refused(is_valid)) return *status;
  if (shapes.m == 0 || shapes.n == 0 || batches == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha), kept = call.scalar(beta);
  return call.perform([=](const LibraryCall& in) {
    const auto by = factor.get(in), keep = kept.get(in);
    for (int i = 0; i < batches; ++i) {
      const auto [a, b, c] = each(in, i);
      multiply(in, shapes, by, as_number(a), as_number(b), keep, as_number(c));
    }
  });
}

template <class T>
struct Factors {
  const T *a, *b;
  T* c;
};

template <class T>
cublasStatus_t gemm(const CublasCall& call, const Shapes& shapes, const T* alpha,
                    const T* a, const T* b, const T* beta, T* c) {
  return multiply_all(call, shapes, 1, alpha, beta,
                      [=](const LibraryCall&, int) { return Factors<T>{a, b, c}; });
}
template <class T>
cublasStatus_t gemm_strided(const CublasCall& call, const Shapes& shapes, const T* alpha,
                            const T* a, long long step_a, const T* b, long long step_b,
                            const T* beta, T* c, long long step_c, int batches) {
  return multiply_all(call, shapes, batches, alpha, beta, [=](const LibraryCall&, int i) {
    return Factors<T>{a + i * step_a, b + i * step_b, c + i * step_c};
  });
}
/// The arrays of pointers are in the device's memory.
template <class T>
cublasStatus_t gemm_batched(const CublasCall& call, const Shapes& shapes, const T* alpha,
                            const T* const* a, const T* const* b, const T* beta,
                            T* const* c, int batches) {
  return multiply_all(call, shapes, batches, alpha, beta,
                      [=](const LibraryCall& in, int i) {
                        in.reads(a + i);
                        in.reads(b + i);
                        in.reads(c + i);
                        return Factors<T>{a[i], b[i], c[i]};
                      });
}

template <class T>
cublasStatus_t symm(const CublasCall& call, cublasSideMode_t side, cublasFillMode_t fill,
                    int m, int n, const T* alpha, const T* a, int lda, const T* b,
                    int ldb, const T* beta, T* c, int ldc) {
  const bool is_left = side == CUBLAS_SIDE_LEFT;
  const int order = is_left ? m : n;
  const bool is_valid = is_side(side) && is_triangle(fill) && m >= 0 && n >= 0 &&
                        is_pitch(lda, order) && is_pitch(ldb, m) && is_pitch(ldc, m) &&
                        alpha && beta;
  if (const auto status = call.refused(is_valid)) return *status;
  const auto factor = call.scalar(alpha), kept = call.scalar(beta);
  return call.perform([=, a = as_number(a), b = as_number(b),
                       c = as_number(c)](const LibraryCall& in) {
    using N = Number<T>;
    const N by = factor.get(in), keep = kept.get(in);
    Dense<N> made(m, n);
    if (by != N(0)) {
      const auto symmetric =
          MatrixView<const N>{a, order, order, lda}.load_triangle(in, fill, true, true);
      const auto other = MatrixView<const N>{b, m, n, ldb}.load(in);
      made = is_left ? product(symmetric, other) : product(other, symmetric);
    }
    update(in, MatrixView<N>{c, m, n, ldc}, by, made, keep);
  });
}

/// C becomes alpha * A + beta * B; a matrix whose factor is 0 is not read.
template <class T>
cublasStatus_t geam(const CublasCall& call, cublasOperation_t op_a,
                    cublasOperation_t op_b, int m, int n, const T* alpha, const T* a,
                    int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {
  const bool is_valid = is_operation(op_a) && is_operation(op_b) && m >= 0 && n >= 0 &&
                        is_pitch(lda, op_a == CUBLAS_OP_N ? m : n) &&
                        is_pitch(ldb, op_b == CUBLAS_OP_N ? m : n) && is_pitch(ldc, m) &&
                        alpha && beta;
  if (const auto status = call.refused(is_valid)) return *status;
  const auto first = call.scalar(alpha), second = call.scalar(beta);
  return call.perform(
      [=, a = as_number(a), b = as_number(b), c = as_number(c)](const LibraryCall& in) {
        using N = Number<T>;
        const N of_a = first.get(in), of_b = second.get(in);
        Dense<N> made(m, n);
        const auto add = [&](N by, cublasOperation_t op, const N* from, int ld) {
          if (by == N(0)) return;
          const Dense<N> matrix = load_general(in, op, m, n, from, ld);
          for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) made(i, j) += by * matrix(i, j);
        };
        add(of_a, op_a, a, lda);
        add(of_b, op_b, b, ldb);
        update(in, MatrixView<N>{c, m, n, ldc}, N(1), made, N(0));
      });
}

/// C becomes A, each row or each column by an element of x.
template <class T>
cublasStatus_t dgmm(const CublasCall& call, cublasSideMode_t side, int m, int n,
                    const T* a, int lda, const T* x, int incx, T* c, int ldc) {
  const bool is_valid =
      is_side(side) && m >= 0 && n >= 0 && is_pitch(lda, m) && is_pitch(ldc, m);
  if (const auto status = call.refused(is_valid)) return *status;
  return call.perform(
      [=, a = as_number(a), x = as_number(x), c = as_number(c)](const LibraryCall& in) {
        using N = Number<T>;
        const bool is_left = side == CUBLAS_SIDE_LEFT;
        const VectorView<const N> factors(x, is_left ? m : n, incx);
        factors.is_read(in);
        Dense<N> made = MatrixView<const N>{a, m, n, lda}.load(in);
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < m; ++i) made(i, j) *= factors[is_left ? i : j];
        update(in, MatrixView<N>{c, m, n, ldc}, N(1), made, N(0));
      });
}

}  // namespace

#define GRIDLOCK_SHAPES {op_a, op_b, m, n, k, lda, ldb, ldc}
#define GRIDLOCK_OF_ALL(S, T)                                                            \
  cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t op, int m,     \
                                 int n, const T* alpha, const T* a, int lda, const T* x, \
                                 int incx, const T* beta, T* y, int incy) {              \
    GRIDLOCK_CUBLAS("cublas" #S "gemv");                                                 \
    return gemv(call, op, m, n, alpha, a, lda, x, incx, beta, y, incy);                  \
  }                                                                                      \
  cublasStatus_t cublas##S##symv(cublasHandle_t handle, cublasFillMode_t fill, int n,    \
                                 const T* alpha, const T* a, int lda, const T* x,        \
                                 int incx, const T* beta, T* y, int incy) {              \
    GRIDLOCK_CUBLAS("cublas" #S "symv");                                                 \
    return symv(call, fill, n, alpha, a, lda, x, incx, beta, y, incy);                   \
  }                                                                                      \
  cublasStatus_t cublas##S##syr(cublasHandle_t handle, cublasFillMode_t fill, int n,     \
                                const T* alpha, const T* x, int incx, T* a, int lda) {   \
    GRIDLOCK_CUBLAS("cublas" #S "syr");                                                  \
    return syr(call, fill, n, alpha, x, incx, a, lda);                                   \
  }                                                                                      \
  cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t op_a,          \
                                 cublasOperation_t op_b, int m, int n, int k,            \
                                 const T* alpha, const T* a, int lda, const T* b,        \
                                 int ldb, const T* beta, T* c, int ldc) {                \
    GRIDLOCK_CUBLAS("cublas" #S "gemm");                                                 \
    return gemm(call, GRIDLOCK_SHAPES, alpha, a, b, beta, c);                            \
  }                                                                                      \
  cublasStatus_t cublas##S##gemmBatched(                                                 \
      cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,      \
      int n, int k, const T* alpha, const T* const a[], int lda, const T* const b[],     \
      int ldb, const T* beta, T* const c[], int ldc, int batches) {                      \
    GRIDLOCK_CUBLAS("cublas" #S "gemmBatched");                                          \
    return gemm_batched(call, GRIDLOCK_SHAPES, alpha, a, b, beta, c, batches);           \
  }                                                                                      \
  cublasStatus_t cublas##S##gemmStridedBatched(                                          \
      cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,      \
      int n, int k, const T* alpha, const T* a, int lda, long long step_a, const T* b,   \
      int ldb, long long step_b, const T* beta, T* c, int ldc, long long step_c,         \
      int batches) {                                                                     \
    GRIDLOCK_CUBLAS("cublas" #S "gemmStridedBatched");                                   \
    return gemm_strided(call, GRIDLOCK_SHAPES, alpha, a, step_a, b, step_b, beta, c,     \
                        step_c, batches);                                                \
  }                                                                                      \
  cublasStatus_t cublas##S##symm(cublasHandle_t handle, cublasSideMode_t side,           \
                                 cublasFillMode_t fill, int m, int n, const T* alpha,    \
                                 const T* a, int lda, const T* b, int ldb,               \
                                 const T* beta, T* c, int ldc) {                         \
    GRIDLOCK_CUBLAS("cublas" #S "symm");                                                 \
    return symm(call, side, fill, m, n, alpha, a, lda, b, ldb, beta, c, ldc);            \
  }                                                                                      \
  cublasStatus_t cublas##S##syrk(cublasHandle_t handle, cublasFillMode_t fill,           \
                                 cublasOperation_t op, int n, int k, const T* alpha,     \
                                 const T* a, int lda, const T* beta, T* c, int ldc) {    \
    GRIDLOCK_CUBLAS("cublas" #S "syrk");                                                 \
    return syrk(call, fill, op, n, k, alpha, a, lda, beta, c, ldc);                      \
  }                                                                                      \
  cublasStatus_t cublas##S##geam(cublasHandle_t handle, cublasOperation_t op_a,          \
                                 cublasOperation_t op_b, int m, int n, const T* alpha,   \
                                 const T* a, int lda, const T* beta, const T* b,         \
                                 int ldb, T* c, int ldc) {                               \
    GRIDLOCK_CUBLAS("cublas" #S "geam");                                                 \
    return geam(call, op_a, op_b, m, n, alpha, a, lda, beta, b, ldb, c, ldc);            \
  }                                                                                      \
  cublasStatus_t cublas##S##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m,    \
                                 int n, const T* a, int lda, const T* x, int incx, T* c, \
                                 int ldc) {                                              \
    GRIDLOCK_CUBLAS("cublas" #S "dgmm");                                                 \
    return dgmm(call, side, m, n, a, lda, x, incx, c, ldc);                              \
  }
#define GRIDLOCK_GER(S, name, T, conjugated)                                          \
  cublasStatus_t cublas##S##name(cublasHandle_t handle, int m, int n, const T* alpha, \
                                 const T* x, int incx, const T* y, int incy, T* a,    \
                                 int lda) {                                           \
    GRIDLOCK_CUBLAS("cublas" #S #name);                                               \
    return ger(call, m, n, alpha, x, incx, y, incy, a, lda, conjugated);              \
  }

extern "C" {
GRIDLOCK_OF_ALL(S, float)
GRIDLOCK_OF_ALL(D, double)
GRIDLOCK_OF_ALL(C, cuComplex)
GRIDLOCK_OF_ALL(Z, cuDoubleComplex)
GRIDLOCK_GER(S, ger, float, false)
GRIDLOCK_GER(D, ger, double, false)
GRIDLOCK_GER(C, geru, cuComplex, false)
GRIDLOCK_GER(C, gerc, cuComplex, true)
GRIDLOCK_GER(Z, geru, cuDoubleComplex, false)
GRIDLOCK_GER(Z, gerc, cuDoubleComplex, true)
}  // extern "C"
#undef GRIDLOCK_OF_ALL
#undef GRIDLOCK_GER
