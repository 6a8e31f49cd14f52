/// \file
/// thrust::generate, generate_n.
#pragma once

#include "gridlock_perform.h"

namespace thrust {
namespace gridlock_detail {

struct GenerateN {
  template <class Iterator, class Size, class F>
  Iterator operator()(const Policy& policy, Iterator first, Size size, F function) const {
    const size_t n = as_count(size);
    perform_each(policy, "thrust::generate", n,
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   F own = function;
                   write_one(call, first + i, own());
                 });
    return first + size;
  }
};
struct Generate {
  template <class Iterator, class F>
  void operator()(const Policy& policy, Iterator first, Iterator last, F function) const {
    GenerateN{}(policy, first, count_of(first, last), function);
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(generate, Generate)
GRIDLOCK_THRUST_ALGORITHM(generate_n, GenerateN)

}  // namespace thrust
