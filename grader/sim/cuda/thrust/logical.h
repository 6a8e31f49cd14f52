/// \file
/// thrust::all_of, any_of, none_of.
#pragma once

#include "find.h"

namespace thrust {
namespace gridlock_detail {

struct AnyOf {
  template <class Iterator, class Predicate>
  bool operator()(const Policy& policy, Iterator first, Iterator last,
                  Predicate predicate) const {
    return FindIf{}(policy, first, last, predicate) != last;
  }
};
struct NoneOf {
  template <class Iterator, class Predicate>
  bool operator()(const Policy& policy, Iterator first, Iterator last,
                  Predicate predicate) const {
    return FindIf{}(policy, first, last, predicate) == last;
  }
};
struct AllOf {
  template <class Iterator, class Predicate>
  bool operator()(const Policy& policy, Iterator first, Iterator last,
                  Predicate predicate) const {
    return FindIfNot{}(policy, first, last, predicate) == last;
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(all_of, AllOf)
GRIDLOCK_THRUST_ALGORITHM(any_of, AnyOf)
GRIDLOCK_THRUST_ALGORITHM(none_of, NoneOf)

}  // namespace thrust
