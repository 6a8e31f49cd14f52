/// Memory pools, from which stream-ordered allocations come.
#pragma once

#include <cstdint>
#include <functional>

#include "sim/device/thread.h"
#include "sim/execution/api_state.h"

namespace gridlock::sim {

/// The task that frees the allocation at the address; a stream's engine runs it.
/// \param call the function that issues the task, at `pc`
std::function<void(Thread& engine)> free_in_order(std::uintptr_t address,
                                                  const char* call, std::uint64_t pc);

/// Withdraws the access of all other devices to this device's pool.
void reset_pool_of(int device);

}  // namespace gridlock::sim
