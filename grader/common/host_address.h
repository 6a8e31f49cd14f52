/// The mark on addresses of device variables in host code, which
/// build/code/host_addresses.cpp sets and sim/cuda_api/host_copies.cpp reads.
#pragma once

#include <cstdint>

namespace gridlock {

/// What the compiler adds to the address of a device variable that host code passes by
/// name.  No program has an address this high.
inline constexpr std::uint64_t kHostAddress = std::uint64_t{1} << 62;

}  // namespace gridlock
