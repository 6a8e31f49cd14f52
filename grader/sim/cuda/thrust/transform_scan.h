/// \file
/// thrust::transform_inclusive_scan, transform_exclusive_scan.
#pragma once

#include "scan.h"

namespace thrust {

GRIDLOCK_THRUST_ALGORITHM(transform_inclusive_scan, TransformInclusiveScan)
GRIDLOCK_THRUST_ALGORITHM(transform_exclusive_scan, TransformExclusiveScan)

}  // namespace thrust
