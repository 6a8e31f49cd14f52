/// Memory pools, from which stream-ordered allocations come.
#pragma once

#include <cstdint>
#include <functional>

#include "sim/device/thread.h"
#include "sim/execution/api_state.h"

namespace gridlock::sim {

/// The task with which a stream's engine frees the allocation at the address.
/// \param call the function that asked for it, at `pc`
std::function<void(Thread& engine)> free_in_order(std::uintptr_t address,
                                                  const char* call, std::uint64_t pc);

/// Only the device itself may use its pool's memory from now on.
void reset_pool_of(int device);

}  // namespace gridlock::sim
