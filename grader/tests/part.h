/// \file
/// A part of a test's files, as front_door/turn.sh asks for it.
#pragma once

#include <cstddef>

namespace gridlock {

/// `2/9` is every ninth file from the second on.
struct Part {
  std::size_t number = 1;
  std::size_t of = 1;

  /// Whether it has the file with this number, from 0 on.
  bool has(std::size_t index) const { return index % of == number - 1; }
};

/// What the test binary's `--part` says; everything without it.
Part asked_part();

}  // namespace gridlock
