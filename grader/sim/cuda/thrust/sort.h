/// \file
/// thrust::sort, stable_sort, sort_by_key, stable_sort_by_key, is_sorted.
#pragma once

#include "extrema.h"
#include "functional.h"
#include "gridlock_algorithms.h"
#include "gridlock_compact.h"
#include "sequence.h"
#include "tabulate.h"
#include "transform_reduce.h"

namespace thrust {
namespace gridlock_detail {

/// Whether numbers are compared as such: the runtime sorts them much faster.
template <class T, class Compare>
inline constexpr int kDirection = 0;
template <class T>
inline constexpr int kDirection<T, less<T>> = 1;
template <class T>
inline constexpr int kDirection<T, less<>> = 1;
template <class T>
inline constexpr int kDirection<T, greater<T>> = -1;
template <class T>
inline constexpr int kDirection<T, greater<>> = -1;

/// Sorts indices by what they stand for, and keeps the order of equal ones.
template <class T, class Compare>
GRIDLOCK_RAW void sort_indices(Scratch<T>& keys, size_t n, Scratch<size_t>& order,
                               Compare& before) {
  if constexpr (std::is_arithmetic_v<T> && sizeof(T) <= 8 &&
                kDirection<T, Compare> != 0) {
    for (size_t i = 0; i < n; ++i) order.data()[i] = i;
    constexpr int kind = std::is_floating_point_v<T> ? 2 : std::is_unsigned_v<T> ? 1 : 0;
    gridlock_sort_order(keys.data(), n, sizeof(T), kind, kDirection<T, Compare> < 0,
                        order.data());
    return;
  }
  Scratch<size_t> other(n);
  size_t *from = order.data(), *to = other.data();
  for (size_t i = 0; i < n; ++i) from[i] = i;
  for (size_t width = 1; width < n; width *= 2) {
    for (size_t low = 0; low < n; low += 2 * width) {
      const size_t middle = low + width < n ? low + width : n;
      const size_t high = middle + width < n ? middle + width : n;
      size_t left = low, right = middle, at = low;
      while (left < middle && right < high) {
        T a = keys.get(from[left]), b = keys.get(from[right]);
        to[at++] = before(b, a) ? from[right++] : from[left++];
      }
      while (left < middle) to[at++] = from[left++];
      while (right < high) to[at++] = from[right++];
    }
    size_t* const done = to;
    to = from;
    from = done;
  }
  if (from != order.data()) gridlock_move(order.data(), from, n * sizeof(size_t));
}

template <class Iterator>
GRIDLOCK_RAW void load_all(const Call& call, Iterator first, size_t n,
                           Scratch<ValueOf<Iterator>>& to) {
  Access<Iterator>::reads(call, first, n);
  for (size_t i = 0; i < n; ++i) to.put(i, Access<Iterator>::load(call, first + i));
}

template <class Iterator>
GRIDLOCK_RAW void store_in_order(const Call& call, Iterator first, size_t n,
                                 Scratch<ValueOf<Iterator>>& from,
                                 Scratch<size_t>& order) {
  Access<Iterator>::writes(call, first, n);
  for (size_t i = 0; i < n; ++i)
    Access<Iterator>::store(call, first + i, from.get(order.data()[i]));
}

struct Sort {
  template <class Iterator, class Compare = less<>>
  void operator()(const Policy& policy, Iterator first, Iterator last,
                  Compare compare = {}) const {
    const size_t n = count_of(first, last);
    perform(policy, "thrust::sort", [=](const Call& call) GRIDLOCK_RAW {
      Compare own = compare;
      Scratch<ValueOf<Iterator>> keys(n);
      Scratch<size_t> order(n);
      load_all(call, first, n, keys);
      sort_indices(keys, n, order, own);
      store_in_order(call, first, n, keys, order);
    });
  }
};
struct SortByKey {
  template <class Keys, class Values, class Compare = less<>>
  void operator()(const Policy& policy, Keys first, Keys last, Values values,
                  Compare compare = {}) const {
    const size_t n = count_of(first, last);
    perform(policy, "thrust::sort_by_key", [=](const Call& call) GRIDLOCK_RAW {
      Compare own = compare;
      Scratch<ValueOf<Keys>> keys(n);
      Scratch<ValueOf<Values>> others(n);
      Scratch<size_t> order(n);
      load_all(call, first, n, keys);
      load_all(call, values, n, others);
      sort_indices(keys, n, order, own);
      store_in_order(call, first, n, keys, order);
      store_in_order(call, values, n, others, order);
    });
  }
};
struct IsSortedUntil {
  template <class Iterator, class Compare = less<>>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      Compare compare = {}) const {
    const size_t n = count_of(first, last);
    return first + perform_for<std::ptrdiff_t>(
                       policy, "thrust::is_sorted", [=](const Call& call) GRIDLOCK_RAW {
                         Compare own = compare;
                         Access<Iterator>::reads(call, first, n);
                         size_t i = 1;
                         for (; i < n; ++i) {
                           auto one = Access<Iterator>::load(call, first + (i - 1));
                           auto next = Access<Iterator>::load(call, first + i);
                           if (own(next, one)) break;
                         }
                         return static_cast<std::ptrdiff_t>(i < n ? i : n);
                       });
  }
};
struct IsSorted {
  template <class Iterator, class... Compare>
  bool operator()(const Policy& policy, Iterator first, Iterator last,
                  Compare... compare) const {
    return IsSortedUntil{}(policy, first, last, compare...) == last;
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(sort, Sort)
GRIDLOCK_THRUST_ALGORITHM(stable_sort, Sort)
GRIDLOCK_THRUST_ALGORITHM(sort_by_key, SortByKey)
GRIDLOCK_THRUST_ALGORITHM(stable_sort_by_key, SortByKey)
GRIDLOCK_THRUST_ALGORITHM(is_sorted, IsSorted)
GRIDLOCK_THRUST_ALGORITHM(is_sorted_until, IsSortedUntil)

}  // namespace thrust
