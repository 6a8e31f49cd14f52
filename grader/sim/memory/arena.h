/// \file
/// The memory that simulated programs see: allocations with bounds and lifetimes, the
/// module's own variables, and the names of addresses.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "sim/model/shadow.h"

namespace gridlock::sim {

/// Devices that can be modelled.
constexpr int kDevicesMax = 8;

/// What kind of memory an allocation is.
enum class MemoryKind : std::uint8_t { device, pinned, managed };

/// One cudaMalloc, cudaMallocHost or cudaMallocManaged.
struct Allocation {
  /// Some bytes of it with a name of their own, such as a member.
  struct Part {
    std::size_t offset = 0, bytes = 0;
    std::size_t element_bytes = 0;
    std::string name;
  };

  std::uintptr_t base = 0;
  std::size_t size = 0;  ///< As asked for.
  MemoryKind kind = MemoryKind::device;
  int device = 0;
  bool freed = false;
  bool free_issued = false;  ///< cudaFreeAsync was called.
  /// Made by cudaMallocAsync: every use of the memory must come after this step of its
  /// stream.
  bool stream_ordered = false;
  Slot ready_slot = 0;
  /// The maximum until the stream gets there.
  Epoch ready_epoch = std::numeric_limits<Epoch>::max();
  Slot freed_slot = 0;    ///< By cudaFreeAsync: the step that freed it.
  Epoch freed_epoch = 0;  ///< 0: it was freed otherwise, or not at all.
  int pool = -1;          ///< The memory pool that it is from; -1: none.
  /// The pool of what nodes of graphs allocate, again with each launch.
  static constexpr int kPoolOfGraphs = std::numeric_limits<int>::max();
  /// From a pool: the devices that may use it, a bit each, whatever their peers are.
  std::uint32_t pool_reach = 0;
  std::uint64_t created_at = 0;  ///< Program counter of the call.
  std::uint64_t freed_at = 0;
  /// How many allocations had been made when this one was freed.
  std::size_t freed_before = std::numeric_limits<std::size_t>::max();
  std::string name;  ///< "partial", or "" if it has no name.
  std::size_t element_bytes = 0;
  std::vector<Part> parts;

  /// A thread of a kernel, by the linear indices of its block and in its block.
  struct Accessing {
    std::uint64_t block = 0;
    std::uint32_t thread = 0;
    auto operator<=>(const Accessing&) const = default;
  };
  bool watched = false;  ///< Whether accesses to it are counted.
  /// How many bytes each thread accessed while it was watched.
  std::map<Accessing, std::uint64_t> accessed;

  bool has(std::uintptr_t address, std::size_t bytes) const {
    return address - base + bytes <= size;
  }
  /// Whether kernels of a device may use device memory, given the devices it reaches.
  bool is_open_to(int user, std::uint32_t reach) const {
    return pool < 0 ? reach >> device & 1 : pool_reach >> user & 1;
  }
  /// Whether it is valid for every thread, whatever that thread knows.
  bool is_settled() const { return !stream_ordered && !freed && freed_epoch == 0; }
};

/// All allocations of one execution.  Addresses are never reused within one, so that a
/// use after free is detected; `reset` starts over.
class Arena {
 public:
  Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Null if the modelled memory does not have `size` bytes left.
  Allocation* allocate(std::size_t size, MemoryKind kind, int device, std::uint64_t pc);
  bool contains(std::uintptr_t address) const { return address - base_ < kBytes; }
  /// The allocation whose granule holds the address; null if there never was one.
  Allocation* at(std::uintptr_t address) {
    const std::uint32_t id = granules_[(address - base_) / kGranule];
    return id ? &allocations_[id - 1] : nullptr;
  }
  const Allocation* at(std::uintptr_t address) const {
    return const_cast<Arena*>(this)->at(address);
  }
  void note_free(Allocation& allocation, std::uint64_t pc);
  /// Gives back to the system what holds the contents of a freed allocation, and its
  /// cells, which are empty afterwards.
  void drop(const Allocation& freed);
  /// Allocates again what was freed, at the same address.
  void allocate_again(Allocation& allocation);
  /// Frees all that was allocated while the device was current, pinned memory as well.
  void free_all_of(int device, std::uint64_t pc);
  /// Free bytes of the device's memory.  Pinned memory is the host's and has no limit of
  /// its own.
  std::size_t free_bytes(int device) const {
    return kModelledBytes - in_use_[static_cast<std::size_t>(device)];
  }
  std::size_t total_bytes() const { return kModelledBytes; }
  /// The most that an allocation of this kind may have now.
  std::size_t room(MemoryKind kind, int device) const {
    const std::size_t left = kBytes - used_ - 2 * kGranule;
    return kind == MemoryKind::pinned ? left : std::min(left, free_bytes(device));
  }
  /// The devices that may use a pool's memory, a bit each.
  void set_pool_reach(int pool, std::uint32_t reach) {
    for (Allocation& allocation : allocations_)
      if (allocation.pool == pool) allocation.pool_reach = reach;
  }
  void reset();
  const std::vector<Allocation>& allocations() const { return allocations_; }

  ShadowRegion shadow;

  /// The byte that fills fresh device memory: programs must not rely on zeros.
  static constexpr int kPoison = 0xCD;

 private:
  static constexpr std::size_t kBytes = std::size_t{8} << 30;
  static constexpr std::size_t kModelledBytes = std::size_t{2} << 30;
  static constexpr std::size_t kGranule = 256;

  std::uintptr_t base_;
  std::uint32_t* granules_;
  std::size_t used_ = 0;
  std::array<std::size_t, kDevicesMax> in_use_{};  ///< By device.
  std::vector<Allocation> allocations_;
};

/// Maps memory that costs nothing until it is touched.
/// \throws std::runtime_error if the address space is exhausted.
void* reserve_memory(std::size_t bytes);

}  // namespace gridlock::sim
