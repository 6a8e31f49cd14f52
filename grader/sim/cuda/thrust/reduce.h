/// \file
/// thrust::reduce, reduce_by_key.
#pragma once

#include "functional.h"
#include "gridlock_compact.h"
#include "pair.h"

namespace thrust {
namespace gridlock_detail {

/// Combines what `element(i)` returns for each i below n, in order.
template <class T, class Element, class Combine>
GRIDLOCK_RAW T fold(size_t n, T init, const Element& element, Combine& combine) {
  for (size_t i = 0; i < n; ++i) init = static_cast<T>(combine(init, element(i)));
  return init;
}

struct Reduce {
  template <class Iterator, class T = ValueOf<Iterator>, class Combine = plus<>>
  T operator()(const Policy& policy, Iterator first, Iterator last, T init = T(),
               Combine combine = {}) const {
    const size_t n = count_of(first, last);
    return perform_for<T>(policy, "thrust::reduce", [=](const Call& call) GRIDLOCK_RAW {
      Combine own = combine;
      Access<Iterator>::reads(call, first, n);
      return fold<T>(
          n, init,
          [&](size_t i) GRIDLOCK_RAW { return Access<Iterator>::load(call, first + i); },
          own);
    });
  }
};

/// How far the two outputs of an algorithm reach.
using TwoCounts = std::pair<std::ptrdiff_t, std::ptrdiff_t>;

struct ReduceByKey {
  template <class Keys, class Values, class ToKeys, class ToValues,
            class Equal = equal_to<>, class Combine = plus<>>
  std::pair<ToKeys, ToValues> operator()(const Policy& policy, Keys first, Keys last,
                                         Values values, ToKeys to_keys,
                                         ToValues to_values, Equal equal = {},
                                         Combine combine = {}) const {
    const size_t n = count_of(first, last);
    const auto count = perform_for<std::ptrdiff_t>(
        policy, "thrust::reduce_by_key", [=](const Call& call) GRIDLOCK_RAW {
          Equal same = equal;
          Combine own = combine;
          Scratch<ValueOf<Keys>> keys(n);
          Scratch<ValueOf<Values>> sums(n);
          Access<Keys>::reads(call, first, n);
          Access<Values>::reads(call, values, n);
          size_t count = 0;
          for (size_t i = 0; i < n; ++i) {
            auto key = Access<Keys>::load(call, first + i);
            auto value = Access<Values>::load(call, values + i);
            auto before = i ? Access<Keys>::load(call, first + (i - 1)) : key;
            if (i > 0 && same(before, key)) {
              sums.put(count - 1, own(sums.get(count - 1), value));
            } else {
              keys.put(count, key);
              sums.put(count++, value);
            }
          }
          Access<ToKeys>::writes(call, to_keys, count);
          Access<ToValues>::writes(call, to_values, count);
          for (size_t i = 0; i < count; ++i) {
            Access<ToKeys>::store(call, to_keys + i, keys.get(i));
            Access<ToValues>::store(call, to_values + i, sums.get(i));
          }
          return static_cast<std::ptrdiff_t>(count);
        });
    return {to_keys + count, to_values + count};
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(reduce, Reduce)
GRIDLOCK_THRUST_ALGORITHM(reduce_by_key, ReduceByKey)

}  // namespace thrust
