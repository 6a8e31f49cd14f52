/// \file
/// thrust::mismatch.
#pragma once

#include "functional.h"
#include "gridlock_perform.h"
#include "pair.h"

namespace thrust {
namespace gridlock_detail {

struct Mismatch {
  template <class One, class Two, class Same = equal_to<>>
  std::pair<One, Two> operator()(const Policy& policy, One first, One last, Two other,
                                 Same same = {}) const {
    const size_t n = count_of(first, last);
    const auto at = perform_for<std::ptrdiff_t>(
        policy, "thrust::mismatch", [=](const Call& call) GRIDLOCK_RAW {
          Same own = same;
          Access<One>::reads(call, first, n);
          Access<Two>::reads(call, other, n);
          size_t i = 0;
          for (; i < n; ++i) {
            auto a = Access<One>::load(call, first + i);
            auto b = Access<Two>::load(call, other + i);
            if (!own(a, b)) break;
          }
          return static_cast<std::ptrdiff_t>(i);
        });
    return {first + at, other + at};
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(mismatch, Mismatch)

}  // namespace thrust
