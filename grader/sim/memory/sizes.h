/// How much memory is modelled, and how many addresses are reserved for it.  A web page
/// has fewer addresses, so grader/browser has its own version of this file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gridlock::sim {

/// The modelled memory of a device, as much as many GPUs have; the pinned memory; and the
/// addresses for dense allocations (see Arena).  A program that uses all of a device's
/// memory needs nine times as much real memory.  But most programs that ask how much is
/// free, and allocate a share of it, use only a part.
constexpr std::size_t kModelledBytes = std::size_t{16} << 30;
constexpr std::size_t kPinnedBytes = std::size_t{32} << 30;
constexpr std::size_t kDenseBytes = std::size_t{8} << 30;
/// Enough for eight devices with full memories, and for a program that allocates and
/// frees a gibibyte two thousand times.  With the cells, it takes a seventh of the
/// addresses that a process has.
constexpr std::size_t kSparseBytes = std::size_t{2} << 40;
/// The first allocations, up to this many bytes in all, are filled at once (see Arena).
constexpr std::size_t kFilledAtOnce = std::size_t{256} << 20;
/// The address of the memory, if it is free.
constexpr std::uintptr_t kArenaAddress = std::uintptr_t{0x30} << 40;
/// Whether a call's site is an address in the image that the device runs.
constexpr bool kSitesAreAddresses = true;

}  // namespace gridlock::sim
