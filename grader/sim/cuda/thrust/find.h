/// \file
/// thrust::find, find_if, find_if_not.
#pragma once

#include "functional.h"
#include "replace.h"

namespace thrust {
namespace gridlock_detail {

struct FindIf {
  template <class Iterator, class Predicate>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      Predicate predicate) const {
    const size_t n = count_of(first, last);
    return first + perform_for<std::ptrdiff_t>(
                       policy, "thrust::find_if", [=](const Call& call) GRIDLOCK_RAW {
                         Predicate own = predicate;
                         Access<Iterator>::reads(call, first, n);
                         size_t i = 0;
                         for (; i < n; ++i) {
                           auto element = Access<Iterator>::load(call, first + i);
                           if (own(element)) break;
                         }
                         return static_cast<std::ptrdiff_t>(i);
                       });
  }
};
struct FindIfNot {
  template <class Iterator, class Predicate>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      Predicate predicate) const {
    return FindIf{}(policy, first, last, unary_negate<Predicate>{predicate});
  }
};
struct Find {
  template <class Iterator, class T>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      const T& value) const {
    return FindIf{}(policy, first, last, Equals<T>{value});
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(find, Find)
GRIDLOCK_THRUST_ALGORITHM(find_if, FindIf)
GRIDLOCK_THRUST_ALGORITHM(find_if_not, FindIfNot)

}  // namespace thrust
