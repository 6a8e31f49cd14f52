/// The address that an atomic operation takes for a word of a program.
#pragma once

#include <cstddef>
#include <string>

#include "cure/scene.h"

namespace gridlock {

/// The address of what these tokens of a device function name.  Atomic operations take no
/// pointer to volatile: `&(a[i])` of `a[i]`, and `p` of `*p`, of
/// `*static_cast<volatile int*>(p)` and of `*v` after `volatile int* v = p;`.
std::string atomic_address(const Scene& scene, const Suspect& function, std::size_t first,
                           std::size_t end);

}  // namespace gridlock
