/// The arguments of gridlock_compares(), which build/code/comparisons.cpp calls and
/// sim/cuda_api/hooks.cpp defines.
#pragma once

namespace gridlock::comparison_hook {

/// The bits of the last argument, which says how two values are compared.
constexpr int kBytes = 15;   ///< The bits with the size of each value, in bytes.
constexpr int kSigned = 16;  ///< The values are signed numbers.
constexpr int kZero = 32;    ///< The code compares with the constant 0.

}  // namespace gridlock::comparison_hook
