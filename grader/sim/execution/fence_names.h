/// \file
/// The name of a fence that CUDA C++ generates for a seq_cst access.
#pragma once

namespace gridlock::sim {

inline constexpr const char* kFenceOfAccess = "fence of a seq_cst access";

}  // namespace gridlock::sim
