/// cooperative_groups::reduce over a group within a block, and its operators.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define GRIDLOCK_OPERATOR(name, expression)                                             \
  template <class T>                                                                    \
  struct name {                                                                         \
    GRIDLOCK_DEVICE GRIDLOCK_INLINE T operator()(T a, T b) const { return expression; } \
  };
GRIDLOCK_OPERATOR(plus, a + b)
GRIDLOCK_OPERATOR(less, b < a ? b : a)
GRIDLOCK_OPERATOR(greater, a < b ? b : a)
GRIDLOCK_OPERATOR(bit_and, a& b)
GRIDLOCK_OPERATOR(bit_or, a | b)
GRIDLOCK_OPERATOR(bit_xor, a ^ b)
#undef GRIDLOCK_OPERATOR

/// Combines the group's values in the order of the ranks; each thread gets the result.
template <class Group, class T, class Operator>
GRIDLOCK_DEVICE GRIDLOCK_INLINE std::decay_t<T> reduce(const Group& group, T&& value,
                                                       Operator&& combine) {
  std::decay_t<T> result = group.shfl(value, 0);
  const unsigned threads =
      static_cast<unsigned>(__popc(static_cast<unsigned>(group.gridlock_mask())));
  for (unsigned rank = 1; rank < threads; ++rank)
    result = combine(result, group.shfl(value, static_cast<int>(rank)));
  return result;
}

}  // namespace cooperative_groups
