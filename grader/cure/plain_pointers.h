/// Pointers to words that are neither volatile nor atomic, and accesses through them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cure/scene.h"

namespace gridlock {

/// Whether a declaration such as `int* p` begins here, so that `*p` is not volatile.
bool points_to_plain_word(const Scene& scene, std::size_t index);

/// A use, such as `*p` or `p[i]`, of a parameter `p` that points to a plain word.
struct PlainAccess {
  std::size_t index;  ///< The token `p`.
  std::string cast;   ///< "static_cast<volatile unsigned*>(p)"
};

std::vector<PlainAccess> plain_accesses(const Scene& scene, const Suspect& function);

}  // namespace gridlock
