/// Memory pools, from which stream-ordered allocations come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "sim/device/thread.h"
#include "sim/execution/api_state.h"

namespace gridlock::sim {

struct Allocation;

/// An allocation is being freed: it returns to its pool.
void note_pool_free(const Allocation& allocation);

/// The task of an engine that frees the allocation at the address in stream order.
/// \param call the function that asked for that, at `pc`
std::function<void(Thread& engine)> free_in_order(std::uintptr_t address,
                                                  const char* call, std::uint64_t pc);

/// The memory of a device that graphs allocate, as a pool without a handle.
MemoryPool& graph_memory(int device);
void note_allocation(MemoryPool& pool, std::size_t size);

/// The bytes that the pool holds: those in use, and beyond them at most its threshold.
std::uint64_t reserved_now(const MemoryPool& pool);

/// Resets the device's pools: it has only its default pool, with nothing allocated.
void reset_pools_of(int device);

}  // namespace gridlock::sim
