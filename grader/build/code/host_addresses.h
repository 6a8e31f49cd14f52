/// \file
/// Addresses of device variables in host code.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// Adds kHostAddress (common/host_address.h) to each address of a device or constant
/// variable that the code passes by name to a copy or a fill.  Host code sees the address
/// of the host's copy, which the simulator keeps in the same place as device 0's
/// variable.
std::string with_host_addresses(std::string_view ir);

}  // namespace gridlock
