/// Blocks with their slots and stacks, which are reused; and which thread had which slot
/// at which epoch.
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

/// Stands for the block of a forgotten thread: its slot has had too many tenants since.
constexpr std::uint64_t kForgottenBlock = ~std::uint64_t{0};

/// The thread that had a slot at an epoch.
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

  /// Takes a block of this many threads with its slots and stacks, reused or new.  Each
  /// execution uses slots from the first on, so earlier executions in this process
  /// neither widen the clocks nor change which thread has which slot.
  /// \param shared_bytes the size of its shared memory, static and dynamic
  /// \throws std::runtime_error if there are no slots left
  Block& take(std::size_t threads, std::size_t shared_bytes);
  /// Records that `block` now stands for a block of the grid.  From now on, the slots
  /// of `block` belong to that block.
  void move_in(Block& block);
  /// Frees the block's slots for another block.  Epochs continue, so that no two tenants
  /// of a slot have the same epoch.
  void give_back(Block& block);
  /// Begins a new execution: frees all blocks and forgets which threads had which slots.
  void reset();

  Actor actor(Slot slot, Epoch epoch) const;
  Place place(Slot slot, Epoch epoch) const;
  /// The blockIdx of the block with this uid; nothing if it has been forgotten.
  std::optional<std::array<int, 3>> index_of(std::uint64_t uid) const;
  bool is_stack_guard(std::uintptr_t address) const { return stacks_.is_guard(address); }

 private:
  /// The thread that had the slot at the epoch.  If that tenant has been forgotten,
  /// returns the oldest one that is known, and `*known` is false.
  const Block::Tenant* tenant(Slot slot, Epoch epoch, bool* known) const;

  Block& make(std::size_t places);
  void give_slots(Block& block);

  std::uint64_t execution_ = 1;
  StackPool stacks_;
  std::vector<std::unique_ptr<Block>> blocks_;
  /// Indexed by number of places.
  std::unordered_map<std::size_t, std::vector<Block*>> idle_;
  /// From kFirstThreadSlot on: each slot's block, and the thread's number in the block.
  std::vector<std::pair<Block*, std::uint32_t>> owners_;
};

}  // namespace gridlock::sim
