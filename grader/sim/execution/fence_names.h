/// \file
/// The fence that CUDA C++ makes of an access: the program names its scope in a type.
#pragma once

namespace gridlock::sim {

inline constexpr const char* kFenceOfAccess = "fence of a seq_cst access";

}  // namespace gridlock::sim
