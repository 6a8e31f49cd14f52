/// \file
/// thrust::inner_product.
#pragma once

#include "reduce.h"

namespace thrust {
namespace gridlock_detail {

struct InnerProduct {
  template <class One, class Two, class T, class Combine = plus<>,
            class Multiply = multiplies<>>
  T operator()(const Policy& policy, One first, One last, Two other, T init,
               Combine combine = {}, Multiply multiply = {}) const {
    const size_t n = count_of(first, last);
    return perform_for<T>(policy, "thrust::inner_product",
                          [=](const Call& call) GRIDLOCK_RAW {
                            Multiply times = multiply;
                            Combine add = combine;
                            Access<One>::reads(call, first, n);
                            Access<Two>::reads(call, other, n);
                            return fold<T>(
                                n, init,
                                [&](size_t i) GRIDLOCK_RAW {
                                  auto one = Access<One>::load(call, first + i);
                                  auto two = Access<Two>::load(call, other + i);
                                  return times(one, two);
                                },
                                add);
                          });
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(inner_product, InnerProduct)

}  // namespace thrust
