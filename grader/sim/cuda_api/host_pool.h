/// \file
/// Memory pools, from which stream-ordered allocations come.
#pragma once

#include "sim/execution/api_state.h"

namespace gridlock::sim {

struct Allocation;

/// An allocation is to be freed: its pool has it again.
void note_pool_free(const Allocation& allocation);

/// The device is as it was at first: it has its default pool alone, with nothing taken.
void reset_pools_of(int device);

}  // namespace gridlock::sim
