/// \file
/// thrust::min_element, max_element, minmax_element, min, max.
#pragma once

#include "functional.h"
#include "gridlock_perform.h"
#include "pair.h"

namespace thrust {

template <class T>
GRIDLOCK_BOTH constexpr T max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T>
GRIDLOCK_BOTH constexpr T min(const T& a, const T& b) {
  return b < a ? b : a;
}

namespace gridlock_detail {

/// The index of the first element that `better` prefers to all others.
template <class Iterator, class Better>
Iterator best_element(const Policy& policy, const char* name, Iterator first,
                      Iterator last, Better better) {
  const size_t n = count_of(first, last);
  return first +
         perform_for<std::ptrdiff_t>(policy, name, [=](const Call& call) GRIDLOCK_RAW {
           Better own = better;
           Access<Iterator>::reads(call, first, n);
           size_t best = 0;
           for (size_t i = 1; i < n; ++i) {
             auto chosen = Access<Iterator>::load(call, first + best);
             auto other = Access<Iterator>::load(call, first + i);
             if (own(other, chosen)) best = i;
           }
           return static_cast<std::ptrdiff_t>(best);
         });
}

/// Compares the other way round.
template <class Compare>
struct Flipped {
  Compare compare;
  template <class A, class B>
  GRIDLOCK_BOTH bool operator()(const A& a, const B& b) const {
    return compare(b, a);
  }
};

struct MinElement {
  template <class Iterator, class Compare = less<>>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      Compare compare = {}) const {
    return best_element(policy, "thrust::min_element", first, last, compare);
  }
};
struct MaxElement {
  template <class Iterator, class Compare = less<>>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      Compare compare = {}) const {
    return best_element(policy, "thrust::max_element", first, last,
                        Flipped<Compare>{compare});
  }
};
struct MinmaxElement {
  template <class Iterator, class Compare = less<>>
  std::pair<Iterator, Iterator> operator()(const Policy& policy, Iterator first,
                                           Iterator last, Compare compare = {}) const {
    return {MinElement{}(policy, first, last, compare),
            MaxElement{}(policy, first, last, compare)};
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(min_element, MinElement)
GRIDLOCK_THRUST_ALGORITHM(max_element, MaxElement)
GRIDLOCK_THRUST_ALGORITHM(minmax_element, MinmaxElement)

}  // namespace thrust
