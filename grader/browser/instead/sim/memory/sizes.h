/// In place of the native sizes: all addresses have 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gridlock::sim {

constexpr std::size_t kModelledBytes = std::size_t{16} << 20;
constexpr std::size_t kPinnedBytes = std::size_t{8} << 20;
constexpr std::size_t kDenseBytes = std::size_t{16} << 20;
constexpr std::size_t kSparseBytes = std::size_t{4} << 20;
constexpr std::size_t kFilledAtOnce = std::size_t{16} << 20;
constexpr std::uintptr_t kArenaAddress = 0;
constexpr bool kSitesAreAddresses = false;  // They are numbers.

}  // namespace gridlock::sim
