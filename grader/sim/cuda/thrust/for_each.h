/// \file
/// thrust::for_each, for_each_n.
#pragma once

#include "gridlock_perform.h"

namespace thrust {
namespace gridlock_detail {

struct ForEachN {
  template <class Iterator, class Size, class F>
  Iterator operator()(const Policy& policy, Iterator first, Size size, F function) const {
    perform_each(policy, "thrust::for_each", as_count(size),
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   F own = function;
                   auto&& element = Access<Iterator>::refer(call, first + i);
                   own(element);
                 });
    return first + size;
  }
};
struct ForEach {
  template <class Iterator, class F>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      F function) const {
    ForEachN{}(policy, first, count_of(first, last), function);
    return last;
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(for_each, ForEach)
GRIDLOCK_THRUST_ALGORITHM(for_each_n, ForEachN)

}  // namespace thrust
