/// \file
/// thrust::replace, replace_if, replace_copy, replace_copy_if.
#pragma once

#include "gridlock_perform.h"

namespace thrust {
namespace gridlock_detail {

struct ReplaceCopyIf {
  template <class From, class Stencil, class To, class Predicate, class T>
  To operator()(const Policy& policy, From first, From last, Stencil stencil, To result,
                Predicate predicate, const T& value) const {
    const size_t n = count_of(first, last);
    perform_each(policy, "thrust::replace_copy_if", n,
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   Predicate own = predicate;
                   auto asked = read_one(call, stencil + i);
                   auto element = read_one(call, first + i);
                   if (own(asked)) element = value;
                   write_one(call, result + i, element);
                 });
    return result + n;
  }
  template <class From, class To, class Predicate, class T>
  To operator()(const Policy& policy, From first, From last, To result,
                Predicate predicate, const T& value) const {
    return (*this)(policy, first, last, first, result, predicate, value);
  }
};
struct ReplaceIf {
  template <class Iterator, class Stencil, class Predicate, class T>
  void operator()(const Policy& policy, Iterator first, Iterator last, Stencil stencil,
                  Predicate predicate, const T& value) const {
    perform_each(policy, "thrust::replace_if", count_of(first, last),
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   Predicate own = predicate;
                   auto asked = read_one(call, stencil + i);
                   if (own(asked)) write_one(call, first + i, value);
                 });
  }
  template <class Iterator, class Predicate, class T>
  void operator()(const Policy& policy, Iterator first, Iterator last,
                  Predicate predicate, const T& value) const {
    (*this)(policy, first, last, first, predicate, value);
  }
};
/// Whether a value is this one.
template <class T>
struct Equals {
  T value;
  template <class U>
  GRIDLOCK_BOTH bool operator()(const U& other) const {
    return other == value;
  }
};
struct Replace {
  template <class Iterator, class T>
  void operator()(const Policy& policy, Iterator first, Iterator last, const T& old,
                  const T& value) const {
    ReplaceIf{}(policy, first, last, Equals<T>{old}, value);
  }
};
struct ReplaceCopy {
  template <class From, class To, class T>
  To operator()(const Policy& policy, From first, From last, To result, const T& old,
                const T& value) const {
    return ReplaceCopyIf{}(policy, first, last, result, Equals<T>{old}, value);
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(replace, Replace)
GRIDLOCK_THRUST_ALGORITHM(replace_if, ReplaceIf)
GRIDLOCK_THRUST_ALGORITHM(replace_copy, ReplaceCopy)
GRIDLOCK_THRUST_ALGORITHM(replace_copy_if, ReplaceCopyIf)

}  // namespace thrust
