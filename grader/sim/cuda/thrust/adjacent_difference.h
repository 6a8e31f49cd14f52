/// \file
/// thrust::adjacent_difference.
#pragma once

#include "functional.h"
#include "gridlock_compact.h"

namespace thrust {
namespace gridlock_detail {

struct AdjacentDifference {
  template <class From, class To, class F = minus<>>
  To operator()(const Policy& policy, From first, From last, To result,
                F function = {}) const {
    const size_t n = count_of(first, last);
    perform(policy, "thrust::adjacent_difference", [=](const Call& call) GRIDLOCK_RAW {
      F own = function;
      Scratch<ValueOf<From>> all(n);
      Access<From>::reads(call, first, n);
      for (size_t i = 0; i < n; ++i) all.put(i, Access<From>::load(call, first + i));
      Access<To>::writes(call, result, n);
      for (size_t i = 0; i < n; ++i) {
        auto element = all.get(i);
        if (i == 0) {
          Access<To>::store(call, result, element);
        } else {
          auto before = all.get(i - 1);
          Access<To>::store(call, result + i, own(element, before));
        }
      }
    });
    return result + n;
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(adjacent_difference, AdjacentDifference)

}  // namespace thrust
