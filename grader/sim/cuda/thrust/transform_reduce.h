/// \file
/// thrust::transform_reduce.
#pragma once

#include "reduce.h"

namespace thrust {
namespace gridlock_detail {

struct TransformReduce {
  template <class Iterator, class F, class T, class Combine>
  T operator()(const Policy& policy, Iterator first, Iterator last, F function, T init,
               Combine combine) const {
    const size_t n = count_of(first, last);
    return perform_for<T>(policy, "thrust::transform_reduce",
                          [=](const Call& call) GRIDLOCK_RAW {
                            F own = function;
                            Combine add = combine;
                            Access<Iterator>::reads(call, first, n);
                            return fold<T>(
                                n, init,
                                [&](size_t i) GRIDLOCK_RAW {
                                  auto element = Access<Iterator>::load(call, first + i);
                                  return own(element);
                                },
                                add);
                          });
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(transform_reduce, TransformReduce)

}  // namespace thrust
