/// Windows through which the blocks of a cluster access each other's shared memory
/// (distributed shared memory).  Every block's code expects its shared memory at the same
/// addresses.  So each rank has a window, with further addresses for the memory of the
/// block with that rank.  All windows map the same memory, which holds one block's at a
/// time.  Before an access through a window, the block with that rank is put in place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/memory/module.h"

namespace gridlock::sim {

/// The maximum number of blocks in a cluster.
constexpr unsigned kClusterMax = 16;

class ClusterWindows {
 public:
  /// What an address in a window stands for: the rank of a block, and the address by
  /// which that block accesses the same place.
  struct Seen {
    unsigned rank;
    std::uintptr_t home;
  };

  /// \param pages the ranges to map; each begins at a page
  explicit ClusterWindows(std::array<Range, 2> pages) : pages_(pages) {}
  ClusterWindows(const ClusterWindows&) = delete;
  ClusterWindows& operator=(const ClusterWindows&) = delete;
  ~ClusterWindows();

  bool is_onto(const Range& first) const { return pages_[0].base == first.base; }
  bool contains(std::uintptr_t address) const { return address - base_ < size_; }
  /// \pre contains(address)
  Seen seen_through(std::uintptr_t address) const;
  /// The window's address for `home` in the shared memory of the block with this rank.
  /// Opens the windows if necessary.
  /// \param home the address that the block itself uses, in one of the ranges
  /// \throws std::runtime_error if there is no memory for windows
  std::uintptr_t address_of(std::uintptr_t home, unsigned rank);

 private:
  void open();
  std::size_t stride() const;

  std::array<Range, 2> pages_;
  std::uintptr_t base_ = 0;
  std::size_t size_ = 0;  ///< 0: the windows are not open.
};

}  // namespace gridlock::sim
