/// Windows through which the blocks of a cluster use each other's shared memory
/// (distributed shared memory).  The code of every block expects its own shared memory at
/// the same place, so another block's has a second address: in the window of that block's
/// rank.  All windows show what is in place at the moment; an access through one puts the
/// memory of the block with that rank in place first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/memory/module.h"

namespace gridlock::sim {

/// The most blocks that a cluster can have.
constexpr unsigned kClusterMax = 16;

class ClusterWindows {
 public:
  /// A place seen through a window: the rank of its block, and the address that this
  /// block itself uses.
  struct Seen {
    unsigned rank;
    std::uintptr_t home;
  };

  /// \param pages the ranges that are shown, each beginning at a page
  explicit ClusterWindows(std::array<Range, 2> pages) : pages_(pages) {}
  ClusterWindows(const ClusterWindows&) = delete;
  ClusterWindows& operator=(const ClusterWindows&) = delete;
  ~ClusterWindows();

  bool is_onto(const Range& first) const { return pages_[0].base == first.base; }
  bool contains(std::uintptr_t address) const { return address - base_ < size_; }
  /// \pre contains(address)
  Seen seen_through(std::uintptr_t address) const;
  /// The address of a place of the block with this rank; opens the windows if need be.
  /// \param home where that block itself sees it: an address in one of the ranges
  /// \throws std::runtime_error if there is no memory for windows
  std::uintptr_t address_of(std::uintptr_t home, unsigned rank);

 private:
  void open();
  std::size_t stride() const;

  std::array<Range, 2> pages_;
  std::uintptr_t base_ = 0;
  std::size_t size_ = 0;  ///< 0: not open.
};

}  // namespace gridlock::sim
