/// Allocations with bounds and lifetimes, in memory that is reserved for them.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/invariant.h"
#include "sim/memory/module.h"
#include "sim/memory/pages.h"
#include "sim/memory/sizes.h"
#include "sim/model/shadow.h"

namespace gridlock::sim {

constexpr int kDevicesMax = 8;

enum class MemoryKind : std::uint8_t { device, pinned, managed };

/// An allocation by cudaMalloc, cudaMallocHost, cudaMallocManaged or the like.
struct Allocation {
  /// Some bytes of an allocation with a name of their own, such as a member.
  struct Part {
    std::size_t offset = 0, bytes = 0;
    std::size_t element_bytes = 0;
    std::string name;
  };

  std::uintptr_t base = 0;
  std::size_t size = 0;  ///< As requested.
  MemoryKind kind = MemoryKind::device;
  int device = 0;
  bool freed = false;
  bool free_issued = false;  ///< cudaFreeAsync has been called for it.
  /// Made by cudaMallocAsync: every access must come after the stream's step
  /// `ready_epoch`.
  bool stream_ordered = false;
  Slot ready_slot = 0;
  /// The maximum until the stream reaches that step.
  Epoch ready_epoch = std::numeric_limits<Epoch>::max();
  Slot freed_slot = 0;    ///< The slot of the stream that freed it by cudaFreeAsync.
  Epoch freed_epoch = 0;  ///< The epoch of that step; 0: not freed by cudaFreeAsync.
  int pool = -1;          ///< Its memory pool; -1: none.
  /// Stands for the pool of graphs, whose nodes allocate memory in each launch.
  static constexpr int kPoolOfGraphs = std::numeric_limits<int>::max();
  /// For memory of a pool: a bit for each device that may use it, with or without peer
  /// access.
  std::uint32_t pool_reach = 0;
  std::uint64_t created_at = 0;  ///< Program counter of the call.
  /// Where the function that called cudaMalloc was called; 0: unknown.
  std::uint64_t called_from = 0;
  std::uint64_t freed_at = 0;
  /// The number of allocations made before this one was freed.
  std::size_t freed_before = std::numeric_limits<std::size_t>::max();
  std::string name;  ///< Such as "partial"; "" if it has no name.
  std::size_t element_bytes = 0;
  std::vector<Part> parts;

  /// A thread of a kernel: the linear indices of its block, and of itself in the block.
  struct Accessing {
    std::uint64_t block = 0;
    std::uint32_t thread = 0;
    auto operator<=>(const Accessing&) const = default;
  };
  bool watched = false;  ///< Accesses to it are counted.
  /// The number of bytes that each thread accessed while accesses were counted.  Bytes of
  /// a word that no thread has written count only if no other thread reads them: all
  /// threads may read the input that one of them works on.
  std::map<Accessing, std::uint64_t> accessed;
  void note(const Accessing& who, std::uintptr_t address, std::size_t size, bool write) {
    words_.resize(this->size / 4 + 1);
    Word& word = words_[std::min((address - base) / 4, this->size / 4)];
    const bool is_first = word.bytes == 0;
    if (is_first) word.reader = who;
    word.is_written = word.is_written || write;
    if (word.is_written || (word.reader == who && !word.is_shared))
      accessed[who] += size;
    else if (!std::exchange(word.is_shared, true))
      accessed[word.reader] -= word.bytes;
    if (word.reader == who) word.bytes += size;
  }

  bool has(std::uintptr_t address, std::size_t bytes) const {
    return address - base + bytes <= size;
  }
  /// Whether kernels of device `user`, which reaches the devices `reach`, may use the
  /// memory.
  bool is_open_to(int user, std::uint32_t reach) const {
    return pool < 0 ? reach >> device & 1 : pool_reach >> user & 1;
  }
  /// Whether the memory is valid for every thread, whatever the thread knows.
  bool is_settled() const { return !stream_ordered && !freed && freed_epoch == 0; }

 private:
  /// What is known of a word while accesses are counted.
  struct Word {
    Accessing reader;         ///< The first thread that accessed it.
    std::uint64_t bytes = 0;  ///< What that thread has accessed.
    bool is_shared = false, is_written = false;
  };
  std::vector<Word> words_;
};

/// All allocations of an execution.  Addresses are not reused before `reset`, so that
/// every use after free is detected.
///
/// A device has as much memory as a GPU, but a program may use a small part of it.  The
/// first kFilledAtOnce bytes are filled at once, in large pages, which is faster if all
/// of them are used.  An allocation that does not fit there is sparse if it is large: its
/// contents take real memory only where they are written.
class Arena {
 public:
  Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Returns null if fewer than `size` bytes of the modelled memory are free, or no more
  /// addresses.
  Allocation* allocate(std::size_t size, MemoryKind kind, int device, std::uint64_t pc);
  bool contains(std::uintptr_t address) const { return address - base_ < kBytes; }
  std::array<Range, 4> bookkeeping() const;
  /// The allocation with the granule that holds the address; null if there never was one.
  Allocation* at(std::uintptr_t address) {
    INVARIANT("Only addresses of the arena belong to allocations.", contains(address));
    const std::size_t offset = address - base_;
    const std::uint32_t id = offset < kDenseBytes
                                 ? granules_[offset / kGranule]
                                 : chunks_[(offset - kDenseBytes) / kChunk];
    INVARIANT("A granule belongs to an allocation that was made.",
              id <= allocations_.size());
    return id ? &allocations_[id - 1] : nullptr;
  }
  const Allocation* at(std::uintptr_t address) const {
    return const_cast<Arena*>(this)->at(address);
  }
  /// Like at(), for any address; null also if it is outside of the arena.
  const Allocation* find(std::uintptr_t address) const {
    return contains(address) ? at(address) : nullptr;
  }
  void note_free(Allocation& allocation, std::uint64_t pc);
  /// Returns the pages of a freed allocation, and those of its cells, to the system.  The
  /// cells are then empty.
  void drop(const Allocation& freed);
  /// Allocates a freed allocation again, at the same address.
  void allocate_again(Allocation& allocation);
  /// Like memset(), for bytes of one allocation.  Zeros in sparse memory take no memory.
  void fill(void* to, int value, std::size_t size);
  /// Frees all that was allocated while the device was current, also pinned memory.
  void free_all_of(int device, std::uint64_t pc);
  /// The free bytes of the device's memory.  Pinned memory is not part of it.
  std::size_t free_bytes(int device) const {
    INVARIANT("Memory is asked for on a device that can be modelled.",
              device >= 0 && device < kDevicesMax);
    INVARIANT("No device has more memory in use than it has.",
              in_use_[static_cast<std::size_t>(device)] <= kModelledBytes);
    return kModelledBytes - in_use_[static_cast<std::size_t>(device)];
  }
  std::size_t total_bytes() const { return kModelledBytes; }
  /// The maximum size of a new allocation of this kind.
  std::size_t room(MemoryKind kind, int device) const {
    INVARIANT("No more addresses are given out than were reserved.",
              sparse_used_ <= kSparseBytes && dense_used_ <= kDenseBytes);
    INVARIANT("The host has no more pinned memory than there is.",
              pinned_in_use_ <= kPinnedBytes);
    const std::size_t addresses = kSparseBytes - sparse_used_;
    return std::min(
        addresses - std::min(addresses, kChunk),
        kind == MemoryKind::pinned ? kPinnedBytes - pinned_in_use_ : free_bytes(device));
  }
  /// Sets the devices that may use the pool's memory, a bit each.
  void set_pool_reach(int pool, std::uint32_t reach) {
    for (Allocation& allocation : allocations_)
      if (allocation.pool == pool) allocation.pool_reach = reach;
  }
  void reset();
  const std::vector<Allocation>& allocations() const { return allocations_; }

  ShadowRegion shadow;

  /// The byte that fills fresh device memory.  It is not zero, because programs must not
  /// rely on zeros.
  static constexpr int kPoison = 0xCD;

 private:
  static constexpr std::size_t kBytes = kDenseBytes + kSparseBytes;
  static constexpr std::size_t kGranule = 256;
  /// For sparse memory: the granule, a large page, so that no two allocations share one;
  /// and the size from which an allocation may be sparse.
  static constexpr std::size_t kChunk = std::size_t{2} << 20;
  static constexpr std::size_t kSparseFrom = std::size_t{1} << 20;

  /// The place of an allocation; `bytes` is 0 if there is no room.
  struct Place {
    std::size_t offset = 0, bytes = 0;
  };
  Place take(std::size_t size);
  bool is_sparse(std::uintptr_t address) const { return address - base_ >= kDenseBytes; }
  void poison(const Allocation& allocation);
  /// The counter of bytes in use that includes the allocation.
  std::size_t& in_use(const Allocation& allocation) {
    return allocation.kind == MemoryKind::pinned
               ? pinned_in_use_
               : in_use_[static_cast<std::size_t>(allocation.device)];
  }
  void forget_cells(std::uintptr_t address, std::size_t bytes);

  /// Only the contents have the same addresses in each process, so that a program that
  /// uses its addresses behaves the same.
  ReservedMemory memory_{kBytes + kChunk, kArenaAddress},
      cells_{kBytes / 4 * sizeof(Cell)},
      pages_{kBytes / ShadowPage::kBytes * sizeof(ShadowPage)};
  ReservedMemory ids_{kDenseBytes / kGranule * sizeof(std::uint32_t)},
      ids_of_chunks_{kSparseBytes / kChunk * sizeof(std::uint32_t)};
  /// For each granule, the number of its allocation, from 1; 0: none.
  std::uint32_t* granules_ = static_cast<std::uint32_t*>(ids_.begin());
  std::uint32_t* chunks_ = static_cast<std::uint32_t*>(ids_of_chunks_.begin());
  std::uintptr_t base_;
  FilledPages poisoned_{kPoison};
  std::size_t dense_used_ = 0, sparse_used_ = 0;
  std::size_t pinned_in_use_ = 0;
  std::array<std::size_t, kDevicesMax> in_use_{};  ///< Indexed by device.
  std::vector<Allocation> allocations_;
};

}  // namespace gridlock::sim
