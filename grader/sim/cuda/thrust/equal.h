/// \file
/// thrust::equal.
#pragma once

#include "functional.h"
#include "gridlock_perform.h"

namespace thrust {
namespace gridlock_detail {

struct Equal {
  template <class One, class Two, class Same = equal_to<>>
  bool operator()(const Policy& policy, One first, One last, Two other,
                  Same same = {}) const {
    const size_t n = count_of(first, last);
    return perform_for<bool>(policy, "thrust::equal", [=](const Call& call) GRIDLOCK_RAW {
      Same own = same;
      Access<One>::reads(call, first, n);
      Access<Two>::reads(call, other, n);
      for (size_t i = 0; i < n; ++i) {
        auto one = Access<One>::load(call, first + i);
        auto two = Access<Two>::load(call, other + i);
        if (!own(one, two)) return false;
      }
      return true;
    });
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(equal, Equal)

}  // namespace thrust
