/// The arguments of gridlock_compares(), which build/code/comparisons.cpp calls and
/// sim/cuda_api/hooks.cpp defines.
#pragma once

namespace gridlock::comparison_hook {

/// The parts of the last argument: how the two values are compared.
constexpr int kBytes = 15;   ///< The bits with the number of bytes of each.
constexpr int kSigned = 16;  ///< As signed numbers.
constexpr int kZero = 32;    ///< The code itself says that the other one is 0.

}  // namespace gridlock::comparison_hook
