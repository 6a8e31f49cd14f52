/// \file
/// thrust::fill, fill_n.
#pragma once

#include "gridlock_perform.h"

namespace thrust {
namespace gridlock_detail {

struct FillN {
  template <class Iterator, class Size, class T>
  Iterator operator()(const Policy& policy, Iterator first, Size size,
                      const T& value) const {
    const size_t n = as_count(size);
    perform(policy, "thrust::fill", [=](const Call& call) GRIDLOCK_RAW {
      const T each = value;
      Access<Iterator>::writes(call, first, n);
      for (size_t i = 0; i < n; ++i) Access<Iterator>::store(call, first + i, each);
    });
    return first + size;
  }
};
struct Fill {
  template <class Iterator, class T>
  void operator()(const Policy& policy, Iterator first, Iterator last,
                  const T& value) const {
    FillN{}(policy, first, count_of(first, last), value);
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(fill, Fill)
GRIDLOCK_THRUST_ALGORITHM(fill_n, FillN)
GRIDLOCK_THRUST_ALGORITHM(uninitialized_fill, Fill)
GRIDLOCK_THRUST_ALGORITHM(uninitialized_fill_n, FillN)

}  // namespace thrust
