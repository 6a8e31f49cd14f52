/// \file
/// thrust::reverse, reverse_copy.
#pragma once

#include "gridlock_compact.h"

namespace thrust {
namespace gridlock_detail {

struct ReverseCopy {
  template <class From, class To>
  To operator()(const Policy& policy, From first, From last, To result) const {
    const size_t n = count_of(first, last);
    perform(policy, "thrust::reverse", [=](const Call& call) GRIDLOCK_RAW {
      Scratch<ValueOf<From>> all(n);
      Access<From>::reads(call, first, n);
      for (size_t i = 0; i < n; ++i) all.put(i, Access<From>::load(call, first + i));
      Access<To>::writes(call, result, n);
      for (size_t i = 0; i < n; ++i)
        Access<To>::store(call, result + i, all.get(n - 1 - i));
    });
    return result + n;
  }
};
struct Reverse {
  template <class Iterator>
  void operator()(const Policy& policy, Iterator first, Iterator last) const {
    ReverseCopy{}(policy, first, last, first);
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(reverse, Reverse)
GRIDLOCK_THRUST_ALGORITHM(reverse_copy, ReverseCopy)

}  // namespace thrust
