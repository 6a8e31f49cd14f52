/// \file
/// What merge and the set operations are made of: a walk along two sorted ranges.
#pragma once

#include "functional.h"
#include "gridlock_compact.h"
#include "pair.h"

namespace thrust::gridlock_detail {

/// What becomes of two elements that are equal.
enum class OfEquals {
  first,     ///< The first range's stays, the other one's is passed over.
  neither,   ///< Both are passed over.
  one_more,  ///< The first range's stays, and the other one's is compared with the next.
};

/// Which elements of two sorted ranges come out: those that only one of them has, and
/// those of the first that the second has, too.
struct Picks {
  const char* name;
  bool of_first, of_second;
  OfEquals equals;
};
inline constexpr Picks kMerge{"thrust::merge", true, true, OfEquals::one_more};
inline constexpr Picks kUnion{"thrust::set_union", true, true, OfEquals::first};
inline constexpr Picks kIntersection{"thrust::set_intersection", false, false,
                                     OfEquals::first};
inline constexpr Picks kDifference{"thrust::set_difference", true, false,
                                   OfEquals::neither};
inline constexpr Picks kSymmetricDifference{"thrust::set_symmetric_difference", true,
                                            true, OfEquals::neither};

/// The walk: notes which elements come out, those of the second range counted behind
/// those of the first, and returns how many.
template <class One, class Two, class Compare>
GRIDLOCK_RAW size_t walk(const Call& call, const Picks& picks, One first, size_t n,
                         Two second, size_t m, Compare& before, Scratch<size_t>& out) {
  size_t i = 0, j = 0, count = 0;
  while (i < n && j < m) {
    auto a = Access<One>::load(call, first + i);
    auto b = Access<Two>::load(call, second + j);
    if (before(a, b)) {
      if (picks.of_first) out.put(count++, i);
      ++i;
    } else if (before(b, a)) {
      if (picks.of_second) out.put(count++, n + j);
      ++j;
    } else {
      if (picks.equals != OfEquals::neither) out.put(count++, i);
      if (picks.equals != OfEquals::one_more) ++j;
      ++i;
    }
  }
  for (; picks.of_first && i < n; ++i) out.put(count++, i);
  for (; picks.of_second && j < m; ++j) out.put(count++, n + j);
  return count;
}

/// Writes the elements that were noted.
template <class One, class Two, class To>
GRIDLOCK_RAW void store_picked(const Call& call, One first, size_t n, Two second,
                               Scratch<size_t>& picked, size_t count, To result) {
  Access<To>::writes(call, result, count);
  for (size_t k = 0; k < count; ++k) {
    const size_t at = picked.get(k);
    if (at < n)
      Access<To>::store(call, result + k, Access<One>::load(call, first + at));
    else
      Access<To>::store(call, result + k, Access<Two>::load(call, second + (at - n)));
  }
}

/// Merges, or a set operation.
template <const Picks& picks>
struct OfTwoRanges {
  template <class One, class Two, class To, class Compare = less<>>
  To operator()(const Policy& policy, One first, One last, Two second, Two end, To result,
                Compare compare = {}) const {
    const size_t n = count_of(first, last), m = count_of(second, end);
    return result + perform_for<std::ptrdiff_t>(
                        policy, picks.name, [=](const Call& call) GRIDLOCK_RAW {
                          Compare own = compare;
                          Scratch<size_t> picked(n + m);
                          Access<One>::reads(call, first, n);
                          Access<Two>::reads(call, second, m);
                          const size_t count =
                              walk(call, picks, first, n, second, m, own, picked);
                          store_picked(call, first, n, second, picked, count, result);
                          return static_cast<std::ptrdiff_t>(count);
                        });
  }
};

/// The same with a value for each key.  An intersection has values of the first range
/// only.
template <const Picks& picks>
struct OfTwoRangesByKey {
  template <class One, class Two, class Values, class Others, class ToKeys,
            class ToValues, class Compare = less<>,
            std::enable_if_t<kIsIterator<ToValues>, int> = 0>
  std::pair<ToKeys, ToValues> operator()(const Policy& policy, One first, One last,
                                         Two second, Two end, Values values,
                                         Others others, ToKeys to_keys,
                                         ToValues to_values, Compare compare = {}) const {
    const size_t n = count_of(first, last), m = count_of(second, end);
    const auto count = perform_for<std::ptrdiff_t>(
        policy, picks.name, [=](const Call& call) GRIDLOCK_RAW {
          Compare own = compare;
          Scratch<size_t> picked(n + m);
          Access<One>::reads(call, first, n);
          Access<Two>::reads(call, second, m);
          const size_t count = walk(call, picks, first, n, second, m, own, picked);
          Access<Values>::reads(call, values, n);
          if constexpr (picks.of_second) Access<Others>::reads(call, others, m);
          store_picked(call, first, n, second, picked, count, to_keys);
          store_picked(call, values, n, others, picked, count, to_values);
          return static_cast<std::ptrdiff_t>(count);
        });
    return {to_keys + count, to_values + count};
  }
};

struct IntersectionByKey {
  template <class One, class Two, class Values, class ToKeys, class ToValues,
            class Compare = less<>>
  std::pair<ToKeys, ToValues> operator()(const Policy& policy, One first, One last,
                                         Two second, Two end, Values values,
                                         ToKeys to_keys, ToValues to_values,
                                         Compare compare = {}) const {
    return OfTwoRangesByKey<kIntersection>{}(policy, first, last, second, end, values,
                                             values, to_keys, to_values, compare);
  }
};

}  // namespace thrust::gridlock_detail
