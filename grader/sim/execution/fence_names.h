/// \file
/// The name of a fence that CUDA C++ generates for an access, because the program gives
/// the access a scope by its type.
#pragma once

namespace gridlock::sim {

inline constexpr const char* kFenceOfAccess = "fence of a seq_cst access";

}  // namespace gridlock::sim
