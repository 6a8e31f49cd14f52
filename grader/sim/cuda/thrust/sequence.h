/// \file
/// thrust::sequence.
#pragma once

#include "gridlock_perform.h"

namespace thrust {
namespace gridlock_detail {

struct Sequence {
  template <class Iterator, class T = ValueOf<Iterator>>
  void operator()(const Policy& policy, Iterator first, Iterator last, T init = T(0),
                  T step = T(1)) const {
    const size_t n = count_of(first, last);
    perform(policy, "thrust::sequence", [=](const Call& call) GRIDLOCK_RAW {
      Access<Iterator>::writes(call, first, n);
      for (size_t i = 0; i < n; ++i)
        Access<Iterator>::store(call, first + i, init + step * static_cast<T>(i));
    });
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(sequence, Sequence)

}  // namespace thrust
