/// \file
/// thrust::merge, merge_by_key.
#pragma once

#include "gridlock_sorted_walk.h"

namespace thrust {

GRIDLOCK_THRUST_ALGORITHM(merge, OfTwoRanges<gridlock_detail::kMerge>)
GRIDLOCK_THRUST_ALGORITHM(merge_by_key, OfTwoRangesByKey<gridlock_detail::kMerge>)

}  // namespace thrust
