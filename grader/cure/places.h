/// Places in a device function, as far as its source shows them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cure/scene.h"

namespace gridlock {

/// The first token of each statement of a device function that all threads of a block
/// reach, and the closing brace of each such `{ }`.  Threads may diverge at a condition
/// or loop whose header uses threadIdx, or a variable computed from it, and after a
/// jump under such a condition.
std::vector<std::size_t> uniform_places(const Scene& scene, const Suspect& function);

/// The address of the word that these tokens of a device function name.  It is never a
/// pointer to volatile, which atomic operations do not accept: `&(a[i])` for `a[i]`, and
/// `p` for `*p`, for `*static_cast<volatile int*>(p)` and for `*v` after `volatile int* v
/// = p;`.
std::string atomic_address(const Scene& scene, const Suspect& function, std::size_t first,
                           std::size_t end);

/// Whether a declaration such as `int* p` begins here, so that `*p` is neither
/// volatile nor atomic.
bool points_to_plain_word(const Scene& scene, std::size_t index);

/// A use, such as `*p` or `p[i]`, of a parameter `p` that points to a plain word.
struct PlainAccess {
  std::size_t index;  ///< The token `p`.
  std::string cast;   ///< "static_cast<volatile unsigned*>(p)"
};

std::vector<PlainAccess> plain_accesses(const Scene& scene, const Suspect& function);

}  // namespace gridlock
