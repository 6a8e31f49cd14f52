/// \file
/// The shared memory of the block that runs: its code expects it at one place, whichever
/// block it is of, so the bytes of the others are kept aside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/memory/module.h"
#include "sim/model/shadow.h"

namespace gridlock::sim {

/// Bytes of shared memory a block can have, opt-in limit of compute capability 9.0.
constexpr std::size_t kDynamicSharedMax = 227 * 1024;

/// Where `extern __shared__` arrays are while their block runs.
extern "C" std::byte gridlock_dynamic_shared[kDynamicSharedMax];

/// The shared memory of one block.
struct BlockShared {
  /// The part of a memory space that the block has touched; the rest is as good as not
  /// there, and is not copied.
  struct Touched {
    std::size_t low = 0;
    std::size_t high = 0;
  };
  Cell* cells = nullptr;
  ShadowRegion fixed;            ///< Of the part with a static size.
  ShadowRegion dynamic;          ///< Of the dynamic part; the same cells, further on.
  std::vector<std::byte> bytes;  ///< While another block's are in place.
  Touched touched_fixed, touched_dynamic;
  std::uintptr_t image = 0;       ///< Where the device's image of the module is.
  std::size_t dynamic_bytes = 0;  ///< As the launch asked for.
};

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
  void start(BlockShared& block, std::uintptr_t image, std::size_t dynamic_bytes) const;
  /// Puts the block's shared memory where its code expects it.
  void place(BlockShared& block);
  /// Makes [address, address + size) part of what the block, whose memory is in place,
  /// has touched; that memory's cells.
  ShadowRegion& touch(BlockShared& block, std::uintptr_t address, std::size_t size);
  /// The block's memory is not needed any more.
  void forget(const BlockShared& block) {
    if (owner_ == &block) owner_ = nullptr;
  }

 private:
  void copy(BlockShared& block, bool into_place) const;

  Range fixed_;
  BlockShared* owner_ = nullptr;  ///< Whose memory is in place.
};

}  // namespace gridlock::sim
