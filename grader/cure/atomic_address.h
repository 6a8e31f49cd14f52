/// The address to pass to an atomic operation for a word of a program.
#pragma once

#include <cstddef>
#include <string>

#include "cure/scene.h"

namespace gridlock {

/// The address of the word that these tokens of a device function name.  It is never a
/// pointer to volatile, which atomic operations do not accept: `&(a[i])` for `a[i]`, and
/// `p` for `*p`, for `*static_cast<volatile int*>(p)` and for `*v` after `volatile int* v
/// = p;`.
std::string atomic_address(const Scene& scene, const Suspect& function, std::size_t first,
                           std::size_t end);

}  // namespace gridlock
