/// \file
/// thrust::set_union, set_intersection, set_difference, set_symmetric_difference, and the
/// same by key.
#pragma once

#include "gridlock_sorted_walk.h"

namespace thrust {

GRIDLOCK_THRUST_ALGORITHM(set_union, OfTwoRanges<gridlock_detail::kUnion>)
GRIDLOCK_THRUST_ALGORITHM(set_intersection, OfTwoRanges<gridlock_detail::kIntersection>)
GRIDLOCK_THRUST_ALGORITHM(set_difference, OfTwoRanges<gridlock_detail::kDifference>)
GRIDLOCK_THRUST_ALGORITHM(set_symmetric_difference,
                          OfTwoRanges<gridlock_detail::kSymmetricDifference>)
GRIDLOCK_THRUST_ALGORITHM(set_union_by_key, OfTwoRangesByKey<gridlock_detail::kUnion>)
GRIDLOCK_THRUST_ALGORITHM(set_intersection_by_key, IntersectionByKey)
GRIDLOCK_THRUST_ALGORITHM(set_difference_by_key,
                          OfTwoRangesByKey<gridlock_detail::kDifference>)
GRIDLOCK_THRUST_ALGORITHM(set_symmetric_difference_by_key,
                          OfTwoRangesByKey<gridlock_detail::kSymmetricDifference>)

}  // namespace thrust
