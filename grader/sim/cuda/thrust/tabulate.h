/// \file
/// thrust::tabulate.
#pragma once

#include "gridlock_perform.h"

namespace thrust {
namespace gridlock_detail {

struct Tabulate {
  template <class Iterator, class F>
  void operator()(const Policy& policy, Iterator first, Iterator last, F function) const {
    perform_each(policy, "thrust::tabulate", count_of(first, last),
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   F own = function;
                   write_one(call, first + i, own(static_cast<std::ptrdiff_t>(i)));
                 });
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(tabulate, Tabulate)

}  // namespace thrust
