/// Pages of host memory in which nothing is watched.  Host code mostly uses these, so its
/// accesses to them should cost little.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "common/invariant.h"
#include "sim/memory/module.h"

namespace gridlock::sim {

/// Some of the pages found to be unwatched.  Call forget() before memory is watched that
/// may lie in one of them.
class UnwatchedPages {
 public:
  /// Whether the bytes are known to lie in such a page.
  /// \pre `bytes` is not 0
  bool contains(std::uintptr_t address, std::size_t bytes) const {
    INVARIANT("A range that is looked up is not empty.", bytes > 0);
    const std::uintptr_t page = address / kBytes;
    const Known& known = known_[page % kKnown];
    return known.page == page && known.generation == generation_ &&
           address % kBytes + bytes <= kBytes;
  }
  /// Adds the page that holds the address: nothing in it is watched.
  void add(std::uintptr_t address) {
    const std::uintptr_t page = address / kBytes;
    known_[page % kKnown] = {page, generation_};
  }
  void forget() { ++generation_; }

  static Range page_of(std::uintptr_t address) {
    return {address & -std::uintptr_t{kBytes}, kBytes};
  }

 private:
  struct Known {
    std::uintptr_t page = 0;
    std::uint64_t generation = 0;  ///< The generation in which the page was added.
  };
  static constexpr std::size_t kBytes = 4096;
  static constexpr std::size_t kKnown = 4096;
  std::uint64_t generation_ = 1;
  std::array<Known, kKnown> known_{};
};

}  // namespace gridlock::sim
