/// \file
/// Functors for algorithms: thrust::plus, less, maximum and their like.
#pragma once

#include <functional>
#include <type_traits>
#include <utility>

#include "../host_defines.h"

namespace thrust {

/// A functor for two values of type T or, for void, of any types.
#define GRIDLOCK_FUNCTOR(NAME, EXPRESSION)                                  \
  template <class T = void>                                                 \
  struct NAME {                                                             \
    using first_argument_type = T;                                          \
    using second_argument_type = T;                                         \
    GRIDLOCK_BOTH constexpr auto operator()(const T& a, const T& b) const { \
      return EXPRESSION;                                                    \
    }                                                                       \
  };                                                                        \
  template <>                                                               \
  struct NAME<void> {                                                       \
    using is_transparent = void;                                            \
    template <class A, class B>                                             \
    GRIDLOCK_BOTH constexpr auto operator()(const A& a, const B& b) const { \
      return EXPRESSION;                                                    \
    }                                                                       \
  };
GRIDLOCK_FUNCTOR(plus, a + b)
GRIDLOCK_FUNCTOR(minus, a - b)
GRIDLOCK_FUNCTOR(multiplies, a* b)
GRIDLOCK_FUNCTOR(divides, a / b)
GRIDLOCK_FUNCTOR(modulus, a % b)
GRIDLOCK_FUNCTOR(bit_and, a& b)
GRIDLOCK_FUNCTOR(bit_or, a | b)
GRIDLOCK_FUNCTOR(bit_xor, a ^ b)
GRIDLOCK_FUNCTOR(equal_to, a == b)
GRIDLOCK_FUNCTOR(not_equal_to, a != b)
GRIDLOCK_FUNCTOR(less, a < b)
GRIDLOCK_FUNCTOR(less_equal, a <= b)
GRIDLOCK_FUNCTOR(greater, b < a)
GRIDLOCK_FUNCTOR(greater_equal, b <= a)
GRIDLOCK_FUNCTOR(logical_and, a&& b)
GRIDLOCK_FUNCTOR(logical_or, a || b)
GRIDLOCK_FUNCTOR(maximum, a < b ? b : a)
GRIDLOCK_FUNCTOR(minimum, b < a ? b : a)
GRIDLOCK_FUNCTOR(project1st, a)
GRIDLOCK_FUNCTOR(project2nd, b)
#undef GRIDLOCK_FUNCTOR

/// The same for one value.
#define GRIDLOCK_FUNCTOR(NAME, EXPRESSION)                                           \
  template <class T = void>                                                          \
  struct NAME {                                                                      \
    using argument_type = T;                                                         \
    GRIDLOCK_BOTH constexpr auto operator()(const T& a) const { return EXPRESSION; } \
  };                                                                                 \
  template <>                                                                        \
  struct NAME<void> {                                                                \
    template <class A>                                                               \
    GRIDLOCK_BOTH constexpr auto operator()(const A& a) const {                      \
      return EXPRESSION;                                                             \
    }                                                                                \
  };
GRIDLOCK_FUNCTOR(identity, a)
GRIDLOCK_FUNCTOR(negate, -a)
GRIDLOCK_FUNCTOR(square, a* a)
GRIDLOCK_FUNCTOR(logical_not, !a)
GRIDLOCK_FUNCTOR(bit_not, ~a)
#undef GRIDLOCK_FUNCTOR

/// What a predicate denies.
template <class Predicate>
struct unary_negate {
  Predicate predicate;
  template <class A>
  GRIDLOCK_BOTH constexpr bool operator()(const A& a) const {
    return !predicate(a);
  }
};
template <class Predicate>
struct binary_negate {
  Predicate predicate;
  template <class A, class B>
  GRIDLOCK_BOTH constexpr bool operator()(const A& a, const B& b) const {
    return !predicate(a, b);
  }
};
template <class Predicate>
GRIDLOCK_BOTH constexpr unary_negate<Predicate> not1(const Predicate& predicate) {
  return {predicate};
}
template <class Predicate>
GRIDLOCK_BOTH constexpr binary_negate<Predicate> not2(const Predicate& predicate) {
  return {predicate};
}
template <class Predicate>
GRIDLOCK_BOTH constexpr unary_negate<Predicate> not_fn(const Predicate& predicate) {
  return {predicate};
}

}  // namespace thrust
