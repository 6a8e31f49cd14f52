/// \file
/// thrust::count, count_if.
#pragma once

#include "replace.h"

namespace thrust {
namespace gridlock_detail {

struct CountIf {
  template <class Iterator, class Predicate>
  std::ptrdiff_t operator()(const Policy& policy, Iterator first, Iterator last,
                            Predicate predicate) const {
    const size_t n = count_of(first, last);
    return perform_for<std::ptrdiff_t>(
        policy, "thrust::count_if", [=](const Call& call) GRIDLOCK_RAW {
          Predicate own = predicate;
          std::ptrdiff_t count = 0;
          Access<Iterator>::reads(call, first, n);
          for (size_t i = 0; i < n; ++i) {
            auto element = Access<Iterator>::load(call, first + i);
            count += own(element) ? 1 : 0;
          }
          return count;
        });
  }
};
struct Count {
  template <class Iterator, class T>
  std::ptrdiff_t operator()(const Policy& policy, Iterator first, Iterator last,
                            const T& value) const {
    return CountIf{}(policy, first, last, Equals<T>{value});
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(count, Count)
GRIDLOCK_THRUST_ALGORITHM(count_if, CountIf)

}  // namespace thrust
