/// \file
/// thrust::distance.
#pragma once

#include "../host_defines.h"

namespace thrust {

/// The number of elements from `first` to `last`.
template <class Iterator>
GRIDLOCK_BOTH GRIDLOCK_INLINE auto distance(Iterator first, Iterator last)
    -> decltype(last - first) {
  return last - first;
}

}  // namespace thrust
