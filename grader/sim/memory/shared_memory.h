/// The shared memory of the running block.  Every block's code expects it at the same
/// addresses, so the bytes of the other blocks are kept elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/invariant.h"
#include "sim/memory/cluster_windows.h"
#include "sim/memory/module.h"
#include "sim/model/shadow.h"
#include "sim/model/sync_words.h"

namespace gridlock::sim {

/// The maximum size of a block's dynamic shared memory: the opt-in limit of compute
/// capability 9.0.
constexpr std::size_t kDynamicSharedMax = 227 * 1024;

/// kDynamicSharedMax rounded up to whole pages: see ClusterWindows.
constexpr std::size_t kDynamicSharedInPages = 228 * 1024;

/// Holds the `extern __shared__` arrays of the running block.
extern "C" std::byte gridlock_dynamic_shared[kDynamicSharedInPages];

struct BlockShared {
  /// The part of a memory space that the block has touched.  Only this part is copied.
  struct Touched {
    std::size_t low = 0;
    std::size_t high = 0;
  };
  Cell* cells = nullptr;
  std::size_t cells_room = 0;  ///< How many cells there are.
  ShadowRegion fixed;          ///< Cells of the part with static size.
  ShadowRegion dynamic;  ///< Cells of the dynamic part; they follow those of `fixed`.
  SyncWords words;       ///< The words that were accessed strongly.
  /// The block's bytes while another block's are in place.
  std::vector<std::byte> bytes;
  Touched touched_fixed, touched_dynamic;
  std::uintptr_t fixed_begin = 0;  ///< The address of the part with static size.
  std::uintptr_t image = 0;        ///< As Module::use_image() returns it.
  std::size_t dynamic_bytes = 0;   ///< As the launch requested.

  /// Provides cells for this much memory, static and dynamic.  Cells in use are lost.
  void provide_cells(std::size_t bytes);
  /// Whether these cells, which may be null, are the block's.
  bool has(const ShadowRegion* region) const {
    return region == &fixed || region == &dynamic;
  }
  /// Frees what the shadow holds for the block, which has ended.
  void release(Shadow& shadow) const {
    const auto release = [&](const ShadowRegion& region, std::uintptr_t begin,
                             const Touched& touched) {
      INVARIANT("A block has touched a range.", touched.low <= touched.high);
      shadow.release(region, begin + touched.low, touched.high - touched.low);
    };
    release(fixed, fixed_begin, touched_fixed);
    release(dynamic, dynamic.base, touched_dynamic);
  }
};

class SharedMemory {
 public:
  /// \param fixed the range of the module's shared variables of static size
  explicit SharedMemory(Range fixed) : fixed_(fixed) {}

  static bool is_dynamic(std::uintptr_t address) {
    return address - reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared) <
           kDynamicSharedMax;
  }
  /// \param image as Module::use_image() returns it
  bool contains(std::uintptr_t address, std::uintptr_t image) const {
    return fixed_.contains(address - image) || is_dynamic(address);
  }

  /// Converts an address of shared memory to its offset in PTX's .shared window;
  /// window_address() converts it back.  The window also has the memory of the cluster's
  /// other blocks, behind the block's own.  For other addresses, the result has no
  /// meaning.
  std::uint64_t window_offset(std::uintptr_t address, std::uintptr_t image) const {
    if (is_in_window(address)) {
      const ClusterWindows::Seen seen = seen_through_window(address);
      return std::uint64_t{seen.rank + 1} << kRankShift | window_offset(seen.home, image);
    }
    return is_dynamic(address) ? kDynamicOffset + address - base_of_dynamic()
                               : kFixedOffset + address - base_of_fixed(image);
  }
  /// 1 plus the rank of the block to which the offset belongs; 0: the running block.
  static unsigned rank_of_offset(std::uint64_t offset) {
    return static_cast<unsigned>((offset & 0xffffffff) >> kRankShift);
  }
  std::uintptr_t window_address(std::uint64_t offset, std::uintptr_t image) const {
    offset &= (std::uint64_t{1} << kRankShift) - 1;
    return offset < kFixedOffset ? base_of_dynamic() + offset - kDynamicOffset
                                 : base_of_fixed(image) + offset - kFixedOffset;
  }

  /// Starts a block with shared memory that holds garbage.
  void start(BlockShared& block, std::uintptr_t image, std::size_t dynamic_bytes) const;
  /// Puts the block's shared memory where its code expects it.
  void place(BlockShared& block);
  /// Adds [address, address + size) to what the block has touched.  Returns the cells of
  /// that memory.
  /// \pre the block's memory is in place
  ShadowRegion& touch(BlockShared& block, std::uintptr_t address, std::size_t size);
  /// The cells of an access to bytes that the block in place has touched, in one of the
  /// last two variables that it accessed; null for any other access.
  ShadowRegion* again(const BlockShared& block, std::uintptr_t address,
                      std::size_t size) const {
    if (owner_ != &block) return nullptr;
    INVARIANT("The variables of usual accesses belong to the block in place.",
              !usual_[0].cells || block.has(usual_[0].cells));
    for (const Usual& each : usual_)
      if (each.range.contains(address, size)) return each.cells;
    return nullptr;
  }
  /// Records where an access of the block has landed, for again().
  /// \param variable the range that a further access may be in
  void note_usual(BlockShared& block, const Range& variable);

  /// The block no longer needs its memory.
  void forget(const BlockShared& block) {
    if (owner_ == &block) owner_ = nullptr;
  }

  /// Whether the address is in a window onto another block's shared memory.
  bool is_in_window(std::uintptr_t address) const {
    return std::any_of(windows_.begin(), windows_.end(),
                       [=](const auto& each) { return each->contains(address); });
  }
  /// \pre is_in_window(address)
  ClusterWindows::Seen seen_through_window(std::uintptr_t address) const;
  /// The address at which other blocks of the cluster access `address` in the shared
  /// memory of the block with this rank.
  /// \param image as Module::use_image() returns it
  std::uintptr_t address_in_window(std::uintptr_t address, unsigned rank,
                                   std::uintptr_t image);

 private:
  /// The window has 32 bits.  The lower ones are an offset in a block's memory; the upper
  /// ones, rank_of_offset().
  static constexpr unsigned kRankShift = 24;
  /// The window begins with the 1 KiB that the system reserves on a GPU.
  static constexpr std::uint64_t kDynamicOffset = 1024;
  static constexpr std::uint64_t kFixedOffset = 1 << 20;
  static constexpr std::uintptr_t kAlignment = 1024;
  static std::uintptr_t base_of_dynamic() {
    return reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared) & -kAlignment;
  }
  std::uintptr_t base_of_fixed(std::uintptr_t image) const {
    return (fixed_.base + image) & -kAlignment;
  }

  void copy(BlockShared& block, bool into_place) const;

  Range fixed_;
  std::vector<std::unique_ptr<ClusterWindows>> windows_;  ///< One for each image in use.
  BlockShared* owner_ = nullptr;  ///< The block whose memory is in place.
  struct Usual {
    Range range;
    ShadowRegion* cells = nullptr;
  };
  std::array<Usual, 2> usual_;  ///< For again(), latest first.
};

}  // namespace gridlock::sim
