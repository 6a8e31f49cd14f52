/// \file
/// thrust::unique, unique_copy, unique_by_key, unique_by_key_copy.
#pragma once

#include "functional.h"
#include "gridlock_compact.h"
#include "pair.h"

namespace thrust {
namespace gridlock_detail {

/// Copies the values whose keys differ from the key before, and returns how many.
template <class Keys, class Values, class To, class Same>
std::ptrdiff_t first_of_each(const Policy& policy, Keys first, size_t n, Values values,
                             To result, Same same) {
  return perform_for<std::ptrdiff_t>(
      policy, "thrust::unique", [=](const Call& call) GRIDLOCK_RAW {
        Same own = same;
        Scratch<ValueOf<Values>> kept(n);
        size_t count = 0;
        Access<Keys>::reads(call, first, n);
        if constexpr (!std::is_same_v<Keys, Values>)
          Access<Values>::reads(call, values, n);
        for (size_t i = 0; i < n; ++i) {
          auto next = Access<Keys>::load(call, first + i);
          auto one = i ? Access<Keys>::load(call, first + (i - 1)) : next;
          if (i == 0 || !own(one, next))
            kept.put(count++, Access<Values>::load(call, values + i));
        }
        Access<To>::writes(call, result, count);
        for (size_t i = 0; i < count; ++i)
          Access<To>::store(call, result + i, kept.get(i));
        return static_cast<std::ptrdiff_t>(count);
      });
}

struct UniqueCopy {
  template <class From, class To, class Same = equal_to<>>
  To operator()(const Policy& policy, From first, From last, To result,
                Same same = {}) const {
    return result +
           first_of_each(policy, first, count_of(first, last), first, result, same);
  }
};
struct Unique {
  template <class Iterator, class Same = equal_to<>>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      Same same = {}) const {
    return UniqueCopy{}(policy, first, last, first, same);
  }
};
struct UniqueByKeyCopy {
  template <class Keys, class Values, class ToKeys, class ToValues,
            class Same = equal_to<>>
  std::pair<ToKeys, ToValues> operator()(const Policy& policy, Keys first, Keys last,
                                         Values values, ToKeys to_keys,
                                         ToValues to_values, Same same = {}) const {
    const size_t n = count_of(first, last);
    const auto count = first_of_each(policy, first, n, values, to_values, same);
    first_of_each(policy, first, n, first, to_keys, same);
    return {to_keys + count, to_values + count};
  }
};
struct UniqueByKey {
  template <class Keys, class Values, class Same = equal_to<>>
  std::pair<Keys, Values> operator()(const Policy& policy, Keys first, Keys last,
                                     Values values, Same same = {}) const {
    return UniqueByKeyCopy{}(policy, first, last, values, first, values, same);
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(unique, Unique)
GRIDLOCK_THRUST_ALGORITHM(unique_copy, UniqueCopy)
GRIDLOCK_THRUST_ALGORITHM(unique_by_key, UniqueByKey)
GRIDLOCK_THRUST_ALGORITHM(unique_by_key_copy, UniqueByKeyCopy)

}  // namespace thrust
