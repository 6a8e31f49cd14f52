/// \file
/// Memory pools, from which stream-ordered allocations come.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gridlock::sim {

struct Allocation;

/// One pool.  It owns no memory: it counts what was taken from it.
struct MemoryPool {
  int device = 0;
  bool alive = true;
  std::size_t max_bytes = 0;  ///< 0: what the device has.
  /// Which freed memory an allocation may reuse.  No address is ever reused here, so that
  /// a use after a free is seen; the answers are kept for who asks.
  int reuse[3] = {1, 1, 1};
  std::uint64_t release_threshold = 0;
  std::uint64_t used = 0;
  std::uint64_t used_high = 0;
  std::uint64_t reserved = 0;  ///< Before what is above the threshold was released.
  std::uint64_t reserved_high = 0;
};

/// An allocation is to be freed: its pool has it again.
void note_pool_free(const Allocation& allocation);

/// The device is as it was at first: it has its default pool alone, with nothing taken.
void reset_pools_of(int device);

}  // namespace gridlock::sim
