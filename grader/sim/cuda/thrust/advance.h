/// \file
/// thrust::advance, thrust::next and thrust::prev.
#pragma once

#include "../host_defines.h"

namespace thrust {

/// Moves the iterator by n elements, backwards if n is negative.
template <class Iterator, class Distance>
GRIDLOCK_BOTH GRIDLOCK_INLINE void advance(Iterator& i, Distance n) {
  i = i + n;
}
template <class Iterator>
GRIDLOCK_BOTH GRIDLOCK_INLINE Iterator next(Iterator i, long n = 1) {
  return i + n;
}
template <class Iterator>
GRIDLOCK_BOTH GRIDLOCK_INLINE Iterator prev(Iterator i, long n = 1) {
  return i - n;
}

}  // namespace thrust
