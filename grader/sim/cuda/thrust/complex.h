/// \file
/// thrust::complex.
#pragma once

#include <cmath>
#include <complex>
#include <istream>
#include <ostream>
#include <type_traits>

#include "../host_defines.h"

namespace thrust {

/// A complex number; both parts are aligned as one vector.
template <class T>
struct alignas(2 * sizeof(T)) complex {
  using value_type = T;

  complex() = default;
  GRIDLOCK_BOTH complex(const T& re) : re_(re), im_(T()) {}
  GRIDLOCK_BOTH complex(const T& re, const T& im) : re_(re), im_(im) {}
  template <class U>
  GRIDLOCK_BOTH complex(const complex<U>& z)
      : re_(static_cast<T>(z.real())), im_(static_cast<T>(z.imag())) {}
  template <class U>
  GRIDLOCK_BOTH complex(const std::complex<U>& z)
      : re_(static_cast<T>(z.real())), im_(static_cast<T>(z.imag())) {}

  GRIDLOCK_BOTH T real() const { return re_; }
  GRIDLOCK_BOTH T imag() const { return im_; }
  GRIDLOCK_BOTH void real(T re) { re_ = re; }
  GRIDLOCK_BOTH void imag(T im) { im_ = im; }
  GRIDLOCK_BOTH operator std::complex<T>() const { return {re_, im_}; }

  template <class U>
  GRIDLOCK_BOTH complex& operator=(const complex<U>& z) {
    return *this = complex(z);
  }
  template <class U>
  GRIDLOCK_BOTH complex& operator+=(const complex<U>& z) {
    return *this = *this + complex(z);
  }
  template <class U>
  GRIDLOCK_BOTH complex& operator-=(const complex<U>& z) {
    return *this = *this - complex(z);
  }
  template <class U>
  GRIDLOCK_BOTH complex& operator*=(const complex<U>& z) {
    return *this = *this * complex(z);
  }
  template <class U>
  GRIDLOCK_BOTH complex& operator/=(const complex<U>& z) {
    return *this = *this / complex(z);
  }
  GRIDLOCK_BOTH complex& operator+=(const T& x) { return *this += complex(x); }
  GRIDLOCK_BOTH complex& operator-=(const T& x) { return *this -= complex(x); }
  GRIDLOCK_BOTH complex& operator*=(const T& x) { return *this = *this * x; }
  GRIDLOCK_BOTH complex& operator/=(const T& x) { return *this = *this / x; }

 private:
  T re_, im_;
};

namespace gridlock_detail {

template <class T, class U>
using ComplexOf = complex<std::common_type_t<T, U>>;

/// A quotient by Smith's method: no part overflows where the result does not.
template <class T>
GRIDLOCK_BOTH complex<T> quotient(const complex<T>& a, const complex<T>& b) {
  if (std::fabs(b.real()) >= std::fabs(b.imag())) {
    const T ratio = b.imag() / b.real(), by = b.real() + b.imag() * ratio;
    return {(a.real() + a.imag() * ratio) / by, (a.imag() - a.real() * ratio) / by};
  }
  const T ratio = b.real() / b.imag(), by = b.real() * ratio + b.imag();
  return {(a.real() * ratio + a.imag()) / by, (a.imag() * ratio - a.real()) / by};
}

}  // namespace gridlock_detail

template <class T, class U>
GRIDLOCK_BOTH gridlock_detail::ComplexOf<T, U> operator+(const complex<T>& a,
                                                         const complex<U>& b) {
  return {a.real() + b.real(), a.imag() + b.imag()};
}
template <class T, class U>
GRIDLOCK_BOTH gridlock_detail::ComplexOf<T, U> operator-(const complex<T>& a,
                                                         const complex<U>& b) {
  return {a.real() - b.real(), a.imag() - b.imag()};
}
template <class T, class U>
GRIDLOCK_BOTH gridlock_detail::ComplexOf<T, U> operator*(const complex<T>& a,
                                                         const complex<U>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(),
          a.real() * b.imag() + a.imag() * b.real()};
}
template <class T, class U>
GRIDLOCK_BOTH gridlock_detail::ComplexOf<T, U> operator/(const complex<T>& a,
                                                         const complex<U>& b) {
  using Result = gridlock_detail::ComplexOf<T, U>;
  return gridlock_detail::quotient(Result(a), Result(b));
}
template <class T, class U>
GRIDLOCK_BOTH bool operator==(const complex<T>& a, const complex<U>& b) {
  return a.real() == b.real() && a.imag() == b.imag();
}
template <class T, class U>
GRIDLOCK_BOTH bool operator!=(const complex<T>& a, const complex<U>& b) {
  return !(a == b);
}

// With a real number on one side.
#define GRIDLOCK_COMPLEX_OPERATOR(OP, RESULT)                                     \
  template <class T, class U, std::enable_if_t<std::is_arithmetic_v<U>, int> = 0> \
  GRIDLOCK_BOTH RESULT operator OP(const complex<T>& a, const U& b) {             \
    return a OP complex<U>(b);                                                    \
  }                                                                               \
  template <class T, class U, std::enable_if_t<std::is_arithmetic_v<U>, int> = 0> \
  GRIDLOCK_BOTH RESULT operator OP(const U& a, const complex<T>& b) {             \
    return complex<U>(a) OP b;                                                    \
  }
#define GRIDLOCK_COMPLEX_RESULT gridlock_detail::ComplexOf<T, U>
GRIDLOCK_COMPLEX_OPERATOR(+, GRIDLOCK_COMPLEX_RESULT)
GRIDLOCK_COMPLEX_OPERATOR(-, GRIDLOCK_COMPLEX_RESULT)
GRIDLOCK_COMPLEX_OPERATOR(*, GRIDLOCK_COMPLEX_RESULT)
GRIDLOCK_COMPLEX_OPERATOR(/, GRIDLOCK_COMPLEX_RESULT)
GRIDLOCK_COMPLEX_OPERATOR(==, bool)
GRIDLOCK_COMPLEX_OPERATOR(!=, bool)
#undef GRIDLOCK_COMPLEX_OPERATOR
#undef GRIDLOCK_COMPLEX_RESULT

template <class T>
GRIDLOCK_BOTH complex<T> operator+(const complex<T>& z) {
  return z;
}
template <class T>
GRIDLOCK_BOTH complex<T> operator-(const complex<T>& z) {
  return {-z.real(), -z.imag()};
}

template <class T>
GRIDLOCK_BOTH T abs(const complex<T>& z) {
  return std::hypot(z.real(), z.imag());
}
template <class T>
GRIDLOCK_BOTH T arg(const complex<T>& z) {
  return std::atan2(z.imag(), z.real());
}
/// The square of the magnitude.
template <class T>
GRIDLOCK_BOTH T norm(const complex<T>& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T>
GRIDLOCK_BOTH complex<T> conj(const complex<T>& z) {
  return {z.real(), -z.imag()};
}
template <class T, class U = T>
GRIDLOCK_BOTH gridlock_detail::ComplexOf<T, U> polar(const T& magnitude,
                                                     const U& angle = U()) {
  return {magnitude * std::cos(angle), magnitude * std::sin(angle)};
}
/// On the Riemann sphere all infinities are one.
template <class T>
GRIDLOCK_BOTH complex<T> proj(const complex<T>& z) {
  if (!std::isinf(z.real()) && !std::isinf(z.imag())) return z;
  return {static_cast<T>(INFINITY), std::copysign(T(0), z.imag())};
}

template <class T>
GRIDLOCK_BOTH complex<T> exp(const complex<T>& z) {
  return polar(std::exp(z.real()), z.imag());
}
template <class T>
GRIDLOCK_BOTH complex<T> log(const complex<T>& z) {
  return {std::log(abs(z)), arg(z)};
}
template <class T>
GRIDLOCK_BOTH complex<T> log10(const complex<T>& z) {
  return log(z) / std::log(T(10));
}
template <class T>
GRIDLOCK_BOTH complex<T> sqrt(const complex<T>& z) {
  const T magnitude = abs(z);
  if (magnitude == T(0)) return {T(0), z.imag()};
  const T root = std::sqrt((magnitude + std::fabs(z.real())) / 2);
  const T rest = std::fabs(z.imag()) / (2 * root);
  const bool is_right = z.real() >= T(0);
  return {is_right ? root : rest, std::copysign(is_right ? rest : root, z.imag())};
}
template <class T, class U>
GRIDLOCK_BOTH gridlock_detail::ComplexOf<T, U> pow(const complex<T>& x,
                                                   const complex<U>& y) {
  using Result = gridlock_detail::ComplexOf<T, U>;
  return exp(log(Result(x)) * Result(y));
}
template <class T, class U, std::enable_if_t<std::is_arithmetic_v<U>, int> = 0>
GRIDLOCK_BOTH gridlock_detail::ComplexOf<T, U> pow(const complex<T>& x, const U& y) {
  return pow(x, complex<U>(y));
}
template <class T, class U, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
GRIDLOCK_BOTH gridlock_detail::ComplexOf<T, U> pow(const T& x, const complex<U>& y) {
  return pow(complex<T>(x), y);
}

template <class T>
GRIDLOCK_BOTH complex<T> sin(const complex<T>& z) {
  return {std::sin(z.real()) * std::cosh(z.imag()),
          std::cos(z.real()) * std::sinh(z.imag())};
}
template <class T>
GRIDLOCK_BOTH complex<T> cos(const complex<T>& z) {
  return {std::cos(z.real()) * std::cosh(z.imag()),
          -std::sin(z.real()) * std::sinh(z.imag())};
}
template <class T>
GRIDLOCK_BOTH complex<T> tan(const complex<T>& z) {
  return sin(z) / cos(z);
}
template <class T>
GRIDLOCK_BOTH complex<T> sinh(const complex<T>& z) {
  return {std::sinh(z.real()) * std::cos(z.imag()),
          std::cosh(z.real()) * std::sin(z.imag())};
}
template <class T>
GRIDLOCK_BOTH complex<T> cosh(const complex<T>& z) {
  return {std::cosh(z.real()) * std::cos(z.imag()),
          std::sinh(z.real()) * std::sin(z.imag())};
}
template <class T>
GRIDLOCK_BOTH complex<T> tanh(const complex<T>& z) {
  return sinh(z) / cosh(z);
}

template <class T, class Char, class Traits>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out,
                                             const complex<T>& z) {
  return out << std::complex<T>(z);
}
template <class T, class Char, class Traits>
std::basic_istream<Char, Traits>& operator>>(std::basic_istream<Char, Traits>& in,
                                             complex<T>& z) {
  std::complex<T> read;
  if (in >> read) z = complex<T>(read);
  return in;
}

}  // namespace thrust
