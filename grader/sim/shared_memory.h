/// \file
/// The shared memory of the block that runs: its code expects it at one place, whichever
/// block it is of, so the bytes of the others are kept aside.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/module.h"
#include "sim/thread.h"

namespace gridlock::sim {

/// Bytes of shared memory a block can have, opt-in limit of compute capability 9.0.
constexpr std::size_t kDynamicSharedMax = 227 * 1024;

/// Where `extern __shared__` arrays are while their block runs.
extern "C" std::byte gridlock_dynamic_shared[kDynamicSharedMax];

class SharedMemory {
 public:
  /// `fixed` is where the module has its shared variables of static size.
  explicit SharedMemory(Range fixed) : fixed_(fixed) {}

  static bool is_dynamic(std::uintptr_t address) {
    return address - reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared) <
           kDynamicSharedMax;
  }
  /// `image` is where the device's image of the module is.
  bool contains(std::uintptr_t address, std::uintptr_t image) const {
    return fixed_.contains(address - image) || is_dynamic(address);
  }

  /// A block that starts: its shared memory holds garbage.
  void start(Block& block) const;
  /// Puts the block's shared memory where its code expects it.
  void place(Block& block);
  /// Makes [address, address + size) part of what the block, whose memory is in place,
  /// has touched; that memory's cells.
  ShadowRegion& touch(Block& block, std::uintptr_t address, std::size_t size);
  /// The block's memory is not needed any more.
  void forget(const Block& block) {
    if (owner_ == &block) owner_ = nullptr;
  }

 private:
  void copy(Block& block, bool into_place) const;

  Range fixed_;
  Block* owner_ = nullptr;  ///< Whose memory is in place.
};

}  // namespace gridlock::sim
