// cuBLAS, level 1: vectors.
#include <cmath>

#include "sim/libraries/cublas_call.h"

using namespace gridlock::sim;

namespace {

/// What sums of such numbers are made in.
template <class T>
struct SumOf {
  using type = double;
};
template <class T>
struct SumOf<std::complex<T>> {
  using type = std::complex<double>;
};
template <class T>
using Sum = typename SumOf<T>::type;

/// What cuBLAS calls the absolute value in sums and comparisons.
template <class T>
double weight(T x) {
  return std::fabs(x);
}
template <class T>
double weight(std::complex<T> x) {
  return std::fabs(double{x.real()}) + std::fabs(double{x.imag()});
}

template <class T, class Factor>
cublasStatus_t scale(const CublasCall& call, int n, const Factor* alpha, T* x, int incx) {
  if (const auto status = call.refused(alpha != nullptr)) return *status;
  const auto factor = call.scalar(alpha);
  return call.perform([=, x = as_number(x)](const LibraryCall& in) {
    const VectorView to(x, incx > 0 ? n : 0, incx);
    const auto by = factor.get(in);
    to.is_read(in);
    to.is_written(in);
    for (int i = 0; i < to.size(); ++i) to[i] *= by;
  });
}

/// y becomes, element by element, what `make(x, y)` returns.
template <class T, class Make>
cublasStatus_t combine(const CublasCall& call, int n, const T* x, int incx, T* y,
                       int incy, bool reads_y, const Make& make) {
  return call.perform([=, x = as_number(x), y = as_number(y)](const LibraryCall& in) {
    const VectorView from(x, n, incx);
    const VectorView to(y, n, incy);
    const auto each = make(in);
    from.is_read(in);
    if (reads_y) to.is_read(in);
    to.is_written(in);
    for (int i = 0; i < n; ++i) to[i] = each(from[i], to[i]);
  });
}
template <class T>
cublasStatus_t axpy(const CublasCall& call, int n, const T* alpha, const T* x, int incx,
                    T* y, int incy) {
  if (const auto status = call.refused(alpha != nullptr)) return *status;
  const auto factor = call.scalar(alpha);
  return combine(call, n, x, incx, y, incy, true, [factor](const LibraryCall& in) {
    return [by = factor.get(in)](Number<T> from, Number<T> to) { return by * from + to; };
  });
}
template <class T>
cublasStatus_t copy(const CublasCall& call, int n, const T* x, int incx, T* y, int incy) {
  if (const auto status = call.refused(true)) return *status;
  return combine(call, n, x, incx, y, incy, false, [](const LibraryCall&) {
    return [](Number<T> from, Number<T>) { return from; };
  });
}

/// Both vectors change, element by element, by `change(x, y)`.
template <class T, class Change>
cublasStatus_t change_both(const CublasCall& call, int n, T* x, int incx, T* y, int incy,
                           const Change& change) {
  return call.perform([=, x = as_number(x), y = as_number(y)](const LibraryCall& in) {
    const VectorView first(x, n, incx), second(y, n, incy);
    const auto each = change(in);
    for (const auto& vector : {first, second}) {
      vector.is_read(in);
      vector.is_written(in);
    }
    for (int i = 0; i < n; ++i) each(first[i], second[i]);
  });
}
template <class T>
cublasStatus_t swap(const CublasCall& call, int n, T* x, int incx, T* y, int incy) {
  if (const auto status = call.refused(true)) return *status;
  return change_both(call, n, x, incx, y, incy, [](const LibraryCall&) {
    return [](Number<T>& a, Number<T>& b) { std::swap(a, b); };
  });
}
template <class T>
cublasStatus_t rotate(const CublasCall& call, int n, T* x, int incx, T* y, int incy,
                      const T* c, const T* s) {
  if (const auto status = call.refused(c && s)) return *status;
  const auto cosine = call.scalar(c), sine = call.scalar(s);
  return change_both(call, n, x, incx, y, incy, [=](const LibraryCall& in) {
    return [c = cosine.get(in), s = sine.get(in)](T& a, T& b) {
      const T before = a;
      a = c * a + s * b;
      b = c * b - s * before;
    };
  });
}

template <class T>
cublasStatus_t dot(const CublasCall& call, int n, const T* x, int incx, const T* y,
                   int incy, T* result, bool conjugate) {
  if (const auto status = call.refused(result != nullptr)) return *status;
  return call.perform_for(as_number(result),
                          [=, x = as_number(x), y = as_number(y)](const LibraryCall& in) {
                            const VectorView a(x, n, incx), b(y, n, incy);
                            a.is_read(in);
                            b.is_read(in);
                            Sum<Number<T>> sum{};
                            for (int i = 0; i < n; ++i) {
                              Sum<Number<T>> factor = a[i];
                              if constexpr (!std::is_arithmetic_v<Number<T>>)
                                if (conjugate) factor = std::conj(factor);
                              sum += factor * Sum<Number<T>>(b[i]);
                            }
                            return sum;
                          });
}

/// A sum of real numbers, one for each element, and what the result is of it.
template <class T, class Real, class Each, class Last>
cublasStatus_t sum(const CublasCall& call, int n, const T* x, int incx, Real* result,
                   const Each& each, const Last& last) {
  if (const auto status = call.refused(result != nullptr)) return *status;
  return call.perform_for(result, [=, x = as_number(x)](const LibraryCall& in) {
    const VectorView from(x, incx > 0 ? n : 0, incx);
    from.is_read(in);
    double total = 0;
    for (int i = 0; i < from.size(); ++i) total += each(from[i]);
    return last(total);
  });
}
template <class T, class Real>
cublasStatus_t asum(const CublasCall& call, int n, const T* x, int incx, Real* result) {
  return sum(
      call, n, x, incx, result, [](auto element) { return weight(element); },
      [](double total) { return total; });
}
template <class T, class Real>
cublasStatus_t nrm2(const CublasCall& call, int n, const T* x, int incx, Real* result) {
  return sum(
      call, n, x, incx, result,
      [](auto element) { return std::norm(Sum<decltype(element)>(element)); },
      [](double total) { return std::sqrt(total); });
}

/// The place, from 1, of the first element that is `better(element, best)` than all; 0 if
/// there is none.
template <class T, class Better>
cublasStatus_t find_best(const CublasCall& call, int n, const T* x, int incx, int* result,
                         const Better& better) {
  if (const auto status = call.refused(result != nullptr)) return *status;
  return call.perform_for(result, [=, x = as_number(x)](const LibraryCall& in) {
    const VectorView from(x, incx > 0 ? n : 0, incx);
    from.is_read(in);
    int best = 0;
    for (int i = 1; i < from.size(); ++i)
      if (better(weight(from[i]), weight(from[best]))) best = i;
    return from.size() > 0 ? best + 1 : 0;
  });
}

}  // namespace

#define GRIDLOCK_OF_ALL(S, s, T)                                                      \
  cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T* alpha, T* x,  \
                                 int incx) {                                          \
    GRIDLOCK_CUBLAS("cublas" #S "scal");                                              \
    return scale(call, n, alpha, x, incx);                                            \
  }                                                                                   \
  cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T* alpha,        \
                                 const T* x, int incx, T* y, int incy) {              \
    GRIDLOCK_CUBLAS("cublas" #S "axpy");                                              \
    return axpy(call, n, alpha, x, incx, y, incy);                                    \
  }                                                                                   \
  cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T* x, int incx,  \
                                 T* y, int incy) {                                    \
    GRIDLOCK_CUBLAS("cublas" #S "copy");                                              \
    return copy(call, n, x, incx, y, incy);                                           \
  }                                                                                   \
  cublasStatus_t cublas##S##swap(cublasHandle_t handle, int n, T* x, int incx, T* y,  \
                                 int incy) {                                          \
    GRIDLOCK_CUBLAS("cublas" #S "swap");                                              \
    return swap(call, n, x, incx, y, incy);                                           \
  }                                                                                   \
  cublasStatus_t cublasI##s##amax(cublasHandle_t handle, int n, const T* x, int incx, \
                                  int* result) {                                      \
    GRIDLOCK_CUBLAS("cublasI" #s "amax");                                             \
    return find_best(call, n, x, incx, result, std::greater<>());                     \
  }                                                                                   \
  cublasStatus_t cublasI##s##amin(cublasHandle_t handle, int n, const T* x, int incx, \
                                  int* result) {                                      \
    GRIDLOCK_CUBLAS("cublasI" #s "amin");                                             \
    return find_best(call, n, x, incx, result, std::less<>());                        \
  }
#define GRIDLOCK_OF_REALS(S, T)                                                     \
  cublasStatus_t cublas##S##dot(cublasHandle_t handle, int n, const T* x, int incx, \
                                const T* y, int incy, T* result) {                  \
    GRIDLOCK_CUBLAS("cublas" #S "dot");                                             \
    return dot(call, n, x, incx, y, incy, result, false);                           \
  }                                                                                 \
  cublasStatus_t cublas##S##rot(cublasHandle_t handle, int n, T* x, int incx, T* y, \
                                int incy, const T* c, const T* s) {                 \
    GRIDLOCK_CUBLAS("cublas" #S "rot");                                             \
    return rotate(call, n, x, incx, y, incy, c, s);                                 \
  }
#define GRIDLOCK_OF_COMPLEX(C, cs, T, Real)                                              \
  cublasStatus_t cublas##C##dotu(cublasHandle_t handle, int n, const T* x, int incx,     \
                                 const T* y, int incy, T* result) {                      \
    GRIDLOCK_CUBLAS("cublas" #C "dotu");                                                 \
    return dot(call, n, x, incx, y, incy, result, false);                                \
  }                                                                                      \
  cublasStatus_t cublas##C##dotc(cublasHandle_t handle, int n, const T* x, int incx,     \
                                 const T* y, int incy, T* result) {                      \
    GRIDLOCK_CUBLAS("cublas" #C "dotc");                                                 \
    return dot(call, n, x, incx, y, incy, result, true);                                 \
  }                                                                                      \
  cublasStatus_t cublas##cs##scal(cublasHandle_t handle, int n, const Real* alpha, T* x, \
                                  int incx) {                                            \
    GRIDLOCK_CUBLAS("cublas" #cs "scal");                                                \
    return scale(call, n, alpha, x, incx);                                               \
  }
#define GRIDLOCK_NORMS(S, T, Real)                                                   \
  cublasStatus_t cublas##S##asum(cublasHandle_t handle, int n, const T* x, int incx, \
                                 Real* result) {                                     \
    GRIDLOCK_CUBLAS("cublas" #S "asum");                                             \
    return asum(call, n, x, incx, result);                                           \
  }                                                                                  \
  cublasStatus_t cublas##S##nrm2(cublasHandle_t handle, int n, const T* x, int incx, \
                                 Real* result) {                                     \
    GRIDLOCK_CUBLAS("cublas" #S "nrm2");                                             \
    return nrm2(call, n, x, incx, result);                                           \
  }

extern "C" {
GRIDLOCK_OF_ALL(S, s, float)
GRIDLOCK_OF_ALL(D, d, double)
GRIDLOCK_OF_ALL(C, c, cuComplex)
GRIDLOCK_OF_ALL(Z, z, cuDoubleComplex)
GRIDLOCK_OF_REALS(S, float)
GRIDLOCK_OF_REALS(D, double)
GRIDLOCK_OF_COMPLEX(C, Cs, cuComplex, float)
GRIDLOCK_OF_COMPLEX(Z, Zd, cuDoubleComplex, double)
GRIDLOCK_NORMS(S, float, float)
GRIDLOCK_NORMS(D, double, double)
GRIDLOCK_NORMS(Sc, cuComplex, float)
GRIDLOCK_NORMS(Dz, cuDoubleComplex, double)
}  // extern "C"
#undef GRIDLOCK_OF_ALL
#undef GRIDLOCK_OF_REALS
#undef GRIDLOCK_OF_COMPLEX
#undef GRIDLOCK_NORMS
