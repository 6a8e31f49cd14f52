/// \file
/// Memory pools, from which stream-ordered allocations come.
#pragma once

#include "sim/execution/api_state.h"

namespace gridlock::sim {

struct Allocation;

/// An allocation is being freed: it returns to its pool.
void note_pool_free(const Allocation& allocation);

/// Resets the device's pools: it has only its default pool, with nothing allocated.
void reset_pools_of(int device);

}  // namespace gridlock::sim
