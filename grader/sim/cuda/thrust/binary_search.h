/// \file
/// thrust::lower_bound, upper_bound and binary_search, of a value and of many;
/// equal_range.
#pragma once

#include "functional.h"
#include "gridlock_perform.h"
#include "pair.h"

namespace thrust {
namespace gridlock_detail {

/// The first of n elements that the value need not follow: where it could come first
/// (lower) or last (upper) among its equals.
template <bool upper, class Iterator, class T, class Compare>
GRIDLOCK_RAW size_t bound(const Call& call, Iterator first, size_t n, const T& value,
                          Compare& before) {
  size_t low = 0;
  while (n > 0) {
    const size_t half = n / 2;
    auto element = read_one(call, first + (low + half));
    const bool goes_on = upper ? !before(value, element) : before(element, value);
    low = goes_on ? low + half + 1 : low;
    n = goes_on ? n - half - 1 : half;
  }
  return low;
}

/// Whether the value is at its lower bound.
template <class Iterator, class T, class Compare>
GRIDLOCK_RAW bool is_there(const Call& call, Iterator first, size_t n, const T& value,
                           Compare& before) {
  const size_t at = bound<false>(call, first, n, value, before);
  if (at == n) return false;
  auto element = read_one(call, first + at);
  return !before(value, element);
}

template <bool upper>
struct Bound {
  template <class Iterator, class T, class Compare = less<>,
            std::enable_if_t<!kIsIterator<Compare>, int> = 0>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last, const T& value,
                      Compare compare = {}) const {
    const size_t n = count_of(first, last);
    return first + perform_for<std::ptrdiff_t>(
                       policy, upper ? "thrust::upper_bound" : "thrust::lower_bound",
                       [=](const Call& call) GRIDLOCK_RAW {
                         Compare own = compare;
                         const T wanted = value;
                         return static_cast<std::ptrdiff_t>(
                             bound<upper>(call, first, n, wanted, own));
                       });
  }
  template <class Iterator, class Values, class To, class Compare = less<>,
            std::enable_if_t<kIsIterator<To>, int> = 0>
  To operator()(const Policy& policy, Iterator first, Iterator last, Values values,
                Values end, To result, Compare compare = {}) const {
    const size_t n = count_of(first, last), m = count_of(values, end);
    perform_each(policy, upper ? "thrust::upper_bound" : "thrust::lower_bound", m,
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   Compare own = compare;
                   auto wanted = read_one(call, values + i);
                   write_one(call, result + i, bound<upper>(call, first, n, wanted, own));
                 });
    return result + m;
  }
};
struct EqualRange {
  template <class Iterator, class T, class Compare = less<>>
  std::pair<Iterator, Iterator> operator()(const Policy& policy, Iterator first,
                                           Iterator last, const T& value,
                                           Compare compare = {}) const {
    return {Bound<false>{}(policy, first, last, value, compare),
            Bound<true>{}(policy, first, last, value, compare)};
  }
};
struct BinarySearch {
  template <class Iterator, class T, class Compare = less<>,
            std::enable_if_t<!kIsIterator<Compare>, int> = 0>
  bool operator()(const Policy& policy, Iterator first, Iterator last, const T& value,
                  Compare compare = {}) const {
    const size_t n = count_of(first, last);
    return perform_for<bool>(policy, "thrust::binary_search",
                             [=](const Call& call) GRIDLOCK_RAW {
                               Compare own = compare;
                               const T wanted = value;
                               return is_there(call, first, n, wanted, own);
                             });
  }
  template <class Iterator, class Values, class To, class Compare = less<>,
            std::enable_if_t<kIsIterator<To>, int> = 0>
  To operator()(const Policy& policy, Iterator first, Iterator last, Values values,
                Values end, To result, Compare compare = {}) const {
    const size_t n = count_of(first, last), m = count_of(values, end);
    perform_each(policy, "thrust::binary_search", m,
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   Compare own = compare;
                   auto wanted = read_one(call, values + i);
                   write_one(call, result + i, is_there(call, first, n, wanted, own));
                 });
    return result + m;
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(lower_bound, Bound<false>)
GRIDLOCK_THRUST_ALGORITHM(upper_bound, Bound<true>)
GRIDLOCK_THRUST_ALGORITHM(binary_search, BinarySearch)
GRIDLOCK_THRUST_ALGORITHM(equal_range, EqualRange)

}  // namespace thrust
