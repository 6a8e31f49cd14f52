/// Pointers to words that are neither volatile nor atomic, and the accesses by them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cure/scene.h"

namespace gridlock {

/// Whether `int* p` or the like begins here, so that `*p` is not volatile.
bool points_to_plain_word(const Scene& scene, std::size_t index);

/// A parameter `p`, a pointer to a plain word, where `*p` or `p[i]` is accessed.
struct PlainAccess {
  std::size_t index;  ///< The token `p`.
  std::string cast;   ///< "static_cast<volatile unsigned*>(p)"
};

std::vector<PlainAccess> plain_accesses(const Scene& scene, const Suspect& function);

}  // namespace gridlock
