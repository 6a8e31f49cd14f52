/// \file
/// thrust::inclusive_scan, exclusive_scan, and the same by key.
#pragma once

#include "functional.h"
#include "gridlock_compact.h"

namespace thrust {
namespace gridlock_detail {

/// What scans share: result[i] combines the elements up to i, or those before i.
/// \param starts whether a sum begins at i
/// \param element returns the element at i
/// \param begin what each sum begins with; null: with its first element
template <class T, class To, class Starts, class Element, class Combine>
GRIDLOCK_RAW void scan(const Call& call, size_t n, To result, bool inclusive,
                       const T* begin, const Starts& starts, const Element& element,
                       Combine& combine) {
  Scratch<T> sums(n);
  Scratch<T> current(1);
  for (size_t i = 0; i < n; ++i) {
    const T value = static_cast<T>(element(i));
    const bool is_first = i == 0 || starts(i);
    if (is_first && begin) current.put(0, *begin);
    if (!inclusive) sums.put(i, current.get(0));
    const T sum =
        is_first && !begin
            ? value
            : static_cast<T>(combine(is_first ? *begin : current.get(0), value));
    current.put(0, sum);
    if (inclusive) sums.put(i, sum);
  }
  Access<To>::writes(call, result, n);
  for (size_t i = 0; i < n; ++i) Access<To>::store(call, result + i, sums.get(i));
}

struct OneSegment {
  bool operator()(size_t) const { return false; }
};

struct TransformInclusiveScan {
  template <class From, class To, class F, class Combine>
  To operator()(const Policy& policy, From first, From last, To result, F function,
                Combine combine) const {
    const size_t n = count_of(first, last);
    perform(policy, "thrust::inclusive_scan", [=](const Call& call) GRIDLOCK_RAW {
      using T = std::decay_t<std::invoke_result_t<F&, ValueOf<From>&>>;
      F own = function;
      Combine add = combine;
      Access<From>::reads(call, first, n);
      const auto element = [&](size_t i) GRIDLOCK_RAW {
        auto value = Access<From>::load(call, first + i);
        return own(value);
      };
      scan<T>(call, n, result, true, nullptr, OneSegment{}, element, add);
    });
    return result + n;
  }
};
struct TransformExclusiveScan {
  template <class From, class To, class F, class T, class Combine>
  To operator()(const Policy& policy, From first, From last, To result, F function,
                T init, Combine combine) const {
    const size_t n = count_of(first, last);
    perform(policy, "thrust::exclusive_scan", [=](const Call& call) GRIDLOCK_RAW {
      F own = function;
      Combine add = combine;
      const T begin = init;
      Access<From>::reads(call, first, n);
      const auto element = [&](size_t i) GRIDLOCK_RAW {
        auto value = Access<From>::load(call, first + i);
        return own(value);
      };
      scan<T>(call, n, result, false, &begin, OneSegment{}, element, add);
    });
    return result + n;
  }
};
struct InclusiveScan {
  template <class From, class To, class Combine = plus<>>
  To operator()(const Policy& policy, From first, From last, To result,
                Combine combine = {}) const {
    return TransformInclusiveScan{}(policy, first, last, result, identity<>{}, combine);
  }
};
struct ExclusiveScan {
  template <class From, class To, class T = ValueOf<From>, class Combine = plus<>>
  To operator()(const Policy& policy, From first, From last, To result, T init = T(),
                Combine combine = {}) const {
    return TransformExclusiveScan{}(policy, first, last, result, identity<>{}, init,
                                    combine);
  }
};
struct InclusiveScanByKey {
  template <class Keys, class Values, class To, class Same = equal_to<>,
            class Combine = plus<>>
  To operator()(const Policy& policy, Keys first, Keys last, Values values, To result,
                Same same = {}, Combine combine = {}) const {
    const size_t n = count_of(first, last);
    perform(policy, "thrust::inclusive_scan_by_key", [=](const Call& call) GRIDLOCK_RAW {
      Same equal = same;
      Combine add = combine;
      Access<Keys>::reads(call, first, n);
      Access<Values>::reads(call, values, n);
      const auto starts = [&](size_t i) GRIDLOCK_RAW {
        auto one = Access<Keys>::load(call, first + (i - 1));
        auto next = Access<Keys>::load(call, first + i);
        return !equal(one, next);
      };
      const auto element = [&](size_t i) GRIDLOCK_RAW {
        return Access<Values>::load(call, values + i);
      };
      scan<ValueOf<Values>>(call, n, result, true, nullptr, starts, element, add);
    });
    return result + n;
  }
};
struct ExclusiveScanByKey {
  template <class Keys, class Values, class To, class T = ValueOf<Values>,
            class Same = equal_to<>, class Combine = plus<>>
  To operator()(const Policy& policy, Keys first, Keys last, Values values, To result,
                T init = T(), Same same = {}, Combine combine = {}) const {
    const size_t n = count_of(first, last);
    perform(policy, "thrust::exclusive_scan_by_key", [=](const Call& call) GRIDLOCK_RAW {
      Same equal = same;
      Combine add = combine;
      const T begin = init;
      Access<Keys>::reads(call, first, n);
      Access<Values>::reads(call, values, n);
      const auto starts = [&](size_t i) GRIDLOCK_RAW {
        auto one = Access<Keys>::load(call, first + (i - 1));
        auto next = Access<Keys>::load(call, first + i);
        return !equal(one, next);
      };
      const auto element = [&](size_t i) GRIDLOCK_RAW {
        return Access<Values>::load(call, values + i);
      };
      scan<T>(call, n, result, false, &begin, starts, element, add);
    });
    return result + n;
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(inclusive_scan, InclusiveScan)
GRIDLOCK_THRUST_ALGORITHM(exclusive_scan, ExclusiveScan)
GRIDLOCK_THRUST_ALGORITHM(inclusive_scan_by_key, InclusiveScanByKey)
GRIDLOCK_THRUST_ALGORITHM(exclusive_scan_by_key, ExclusiveScanByKey)

}  // namespace thrust
