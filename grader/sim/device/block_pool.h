/// Blocks with their slots, and stacks, which are reused; and which thread had a slot
/// when.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/device/thread.h"

namespace gridlock::sim {

/// Slots below this belong to the host (0) and to the streams' engines.
constexpr Slot kFirstThreadSlot = 32;

/// Stands for the block of a thread that is forgotten, because its slot has had too many
/// tenants since.
constexpr std::uint64_t kForgottenBlock = ~std::uint64_t{0};

/// A description of the thread that had a slot at an epoch.
struct Actor {
  bool host = false;
  std::array<int, 3> block{};
  std::array<int, 3> thread{};
  int device = 0;
  std::uint64_t block_uid = 0;
  std::uint64_t kernel_number = 0;
};

class BlockPool {
 public:
  BlockPool();

  /// A block of this many threads with its slots and stacks, reused or new.  Each
  /// execution gives out slots from the first on: what ran before in this process neither
  /// widens the clocks nor changes which thread has which slot. `static_shared` is the
  /// static shared memory of the module's blocks, in bytes.
  /// \throws std::runtime_error if there are no slots left.
  Block& take(std::size_t threads, std::size_t static_shared);
  /// Notes that from now on the block's slots belong to the kernel's block that it stands
  /// for.
  void move_in(Block& block);
  /// Frees the block's slots for another block.  Epochs continue, so no two tenants share
  /// one.
  void give_back(Block& block);
  /// Begins a new execution: takes all blocks back and forgets which threads had the
  /// slots.
  void reset();

  Actor actor(Slot slot, Epoch epoch) const;
  Place place(Slot slot, Epoch epoch) const;
  /// blockIdx of the block with this number; nothing if it is forgotten.
  std::optional<std::array<int, 3>> index_of(std::uint64_t uid) const;
  /// The current epoch of each thread slot, in their order.
  std::vector<Epoch> epochs() const;
  bool is_stack_guard(std::uintptr_t address) const { return stacks_.is_guard(address); }

 private:
  /// The thread that had the slot at the epoch.  The pool forgets old tenants; the oldest
  /// known one then stands for them, with `*known` false.
  const Block::Tenant* tenant(Slot slot, Epoch epoch, bool* known) const;

  Block& make(std::size_t places, std::size_t static_shared);
  void give_slots(Block& block);

  std::uint64_t execution_ = 1;
  StackPool stacks_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::unordered_map<std::size_t, std::vector<Block*>> idle_;  ///< Per number of places.
  /// From kFirstThreadSlot on: the block, and the thread's number in it.
  std::vector<std::pair<Block*, std::uint32_t>> owners_;
};

}  // namespace gridlock::sim
