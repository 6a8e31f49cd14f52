/// \file
/// thrust::remove, remove_if, remove_copy, remove_copy_if.
#pragma once

#include "functional.h"
#include "gridlock_compact.h"
#include "replace.h"

namespace thrust {
namespace gridlock_detail {

struct RemoveCopyIf {
  template <class From, class To, class Predicate>
  To operator()(const Policy& policy, From first, From last, To result,
                Predicate predicate) const {
    return (*this)(policy, first, last, first, result, predicate);
  }
  template <class From, class Stencil, class To, class Predicate>
  To operator()(const Policy& policy, From first, From last, Stencil stencil, To result,
                Predicate predicate) const {
    return result + compact(policy, "thrust::remove_if", first, last, stencil, result,
                            unary_negate<Predicate>{predicate});
  }
};
struct RemoveIf {
  template <class Iterator, class Predicate>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      Predicate predicate) const {
    return RemoveCopyIf{}(policy, first, last, first, predicate);
  }
  template <class Iterator, class Stencil, class Predicate>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      Stencil stencil, Predicate predicate) const {
    return RemoveCopyIf{}(policy, first, last, stencil, first, predicate);
  }
};
struct RemoveCopy {
  template <class From, class To, class T>
  To operator()(const Policy& policy, From first, From last, To result,
                const T& value) const {
    return RemoveCopyIf{}(policy, first, last, result, Equals<T>{value});
  }
};
struct Remove {
  template <class Iterator, class T>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      const T& value) const {
    return RemoveIf{}(policy, first, last, Equals<T>{value});
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(remove, Remove)
GRIDLOCK_THRUST_ALGORITHM(remove_if, RemoveIf)
GRIDLOCK_THRUST_ALGORITHM(remove_copy, RemoveCopy)
GRIDLOCK_THRUST_ALGORITHM(remove_copy_if, RemoveCopyIf)

}  // namespace thrust
