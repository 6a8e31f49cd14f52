/// \file
/// Matrices of a call of cuBLAS, by columns: where they lie, and copies of them as plain
/// as they can be, for the kernel to compute with.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/libraries/cublas_call.h"

namespace gridlock::sim {

inline bool is_operation(cublasOperation_t op) {
  return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C;
}
inline bool is_triangle(cublasFillMode_t fill) {
  return fill == CUBLAS_FILL_MODE_LOWER || fill == CUBLAS_FILL_MODE_UPPER;
}
inline bool is_side(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT;
}
inline bool is_diagonal(cublasDiagType_t diag) {
  return diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT;
}
/// Whether columns with so many rows may lie `ld` elements apart.
inline bool is_pitch(int ld, int rows) { return ld >= std::max(1, rows); }

template <class T>
T conjugate(T x) {
  if constexpr (std::is_arithmetic_v<T>)
    return x;
  else
    return std::conj(x);
}

/// A copy of a matrix, whose columns follow each other.
template <class T>
class Dense {
 public:
  Dense(int rows, int columns)
      : rows_(rows),
        columns_(columns),
        values_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  T* column(int j) { return values_.data() + static_cast<std::ptrdiff_t>(j) * rows_; }
  const T* column(int j) const {
    return values_.data() + static_cast<std::ptrdiff_t>(j) * rows_;
  }
  T& operator()(int i, int j) { return column(j)[i]; }
  const T& operator()(int i, int j) const { return column(j)[i]; }

  /// The matrix to which an operation turns this one.
  Dense turned(cublasOperation_t op) && {
    if (op == CUBLAS_OP_N) return std::move(*this);
    Dense result(columns_, rows_);
    for (int j = 0; j < columns_; ++j)
      for (int i = 0; i < rows_; ++i)
        result(j, i) = op == CUBLAS_OP_C ? conjugate((*this)(i, j)) : (*this)(i, j);
    return result;
  }

 private:
  int rows_, columns_;
  std::vector<T> values_;
};

/// A matrix of the program's.
template <class T>
struct MatrixView {
  T* first;
  int rows, columns, ld;

  T* at(int i, int j) const { return first + static_cast<std::ptrdiff_t>(j) * ld + i; }

  /// Calls tell(first, count) for the rows from begin(j) to end(j) of each column.
  template <class Tell, class Begin, class End>
  void each_part(const Tell& tell, const Begin& begin, const End& end) const {
    for (int j = 0; j < columns; ++j)
      if (end(j) > begin(j))
        tell(at(begin(j), j), static_cast<std::size_t>(end(j) - begin(j)));
  }
  /// The same for whole columns, at once where these follow each other.
  template <class Tell>
  void each_column(const Tell& tell) const {
    if (rows <= 0 || columns <= 0) return;
    if (ld == rows)
      return tell(first,
                  static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    each_part(tell, [](int) { return 0; }, [this](int) { return rows; });
  }
  /// The same for a triangle, with the diagonal or without.
  template <class Tell>
  void each_of_triangle(cublasFillMode_t fill, bool diagonal, const Tell& tell) const {
    const int own = diagonal ? 0 : 1;
    if (fill == CUBLAS_FILL_MODE_UPPER)
      each_part(tell, [](int) { return 0; }, [own](int j) { return j + 1 - own; });
    else
      each_part(tell, [own](int j) { return j + own; }, [this](int) { return rows; });
  }

  void is_read(const LibraryCall& call) const {
    each_column([&](auto* part, std::size_t count) { call.reads(part, count); });
  }
  void is_written(const LibraryCall& call) const {
    each_column([&](auto* part, std::size_t count) { call.writes(part, count); });
  }

  /// Reads all of it.
  Dense<std::remove_const_t<T>> load(const LibraryCall& call) const {
    is_read(call);
    Dense<std::remove_const_t<T>> copy(rows, columns);
    for (int j = 0; j < columns; ++j) std::copy_n(at(0, j), rows, copy.column(j));
    return copy;
  }
  /// Reads one triangle; the other is zero, or the same mirrored.
  Dense<std::remove_const_t<T>> load_triangle(const LibraryCall& call,
                                              cublasFillMode_t fill, bool diagonal,
                                              bool mirrored) const {
    Dense<std::remove_const_t<T>> copy(rows, columns);
    each_of_triangle(fill, diagonal,
                     [&](auto* part, std::size_t count) { call.reads(part, count); });
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) {
        const bool inside = fill == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j;
        if (!inside || (i == j && !diagonal)) continue;
        copy(i, j) = *at(i, j);
        if (mirrored) copy(j, i) = *at(i, j);
      }
    return copy;
  }
};

/// A general matrix as its operation turns it, to so many rows and columns.
template <class T>
Dense<T> load_general(const LibraryCall& call, cublasOperation_t op, int rows,
                      int columns, const T* first, int ld) {
  const bool as_it_is = op == CUBLAS_OP_N;
  return MatrixView<const T>{first, as_it_is ? rows : columns, as_it_is ? columns : rows,
                             ld}
      .load(call)
      .turned(op);
}

/// A triangular one, turned.
template <class T>
Dense<T> load_triangular(const LibraryCall& call, cublasFillMode_t fill,
                         cublasOperation_t op, cublasDiagType_t diag, int n,
                         const T* first, int ld) {
  const bool stored = diag == CUBLAS_DIAG_NON_UNIT;
  Dense<T> matrix =
      MatrixView<const T>{first, n, n, ld}.load_triangle(call, fill, stored, false);
  if (!stored)
    for (int i = 0; i < n; ++i) matrix(i, i) = T(1);
  return std::move(matrix).turned(op);
}

/// A * B, one column after the other.
template <class T>
Dense<T> product(const Dense<T>& a, const Dense<T>& b) {
  Dense<T> c(a.rows(), b.columns());
  for (int j = 0; j < b.columns(); ++j)
    for (int l = 0; l < a.columns(); ++l) {
      const T by = b(l, j);
      const T* from = a.column(l);
      T* to = c.column(j);
      for (int i = 0; i < a.rows(); ++i) to[i] += by * from[i];
    }
  return c;
}

/// c becomes alpha * made + beta * c; c is not read if beta is 0.
template <class T>
void update(const LibraryCall& call, const MatrixView<T>& c, T alpha,
            const Dense<T>& made, T beta) {
  if (beta != T(0)) c.is_read(call);
  c.is_written(call);
  for (int j = 0; j < c.columns; ++j)
    for (int i = 0; i < c.rows; ++i) {
      const T before = beta == T(0) ? T(0) : beta * *c.at(i, j);
      *c.at(i, j) = alpha * made(i, j) + before;
    }
}

}  // namespace gridlock::sim
