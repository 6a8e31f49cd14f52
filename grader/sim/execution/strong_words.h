/// The words that strong accesses synchronize by, and the values that such an access
/// sees: the newest one, or an old one where the rules allow it.  See
/// model/weak_values.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/device/thread.h"
#include "sim/execution/options.h"
#include "sim/memory/address_space.h"
#include "sim/model/history.h"
#include "sim/model/shadow.h"
#include "sim/model/sync_words.h"
#include "sim/model/weak_values.h"

namespace gridlock::sim {

/// The effect that a read-modify-write would have on its word as it is now.
enum class RmwEffect : std::uint8_t {
  none,  ///< A failing compare-exchange: it only reads.
  same,  ///< It writes the value that is there.
  change,
};

/// The kind of an access that the hooks or a device function announce.
struct AccessKind {
  bool write = false;
  Strength strength = Strength::weak;
  MemoryOrder order = MemoryOrder::relaxed;
  MemoryOrder failure_order = MemoryOrder::relaxed;  ///< Used with RmwEffect::none.
  /// It has an argument for an order, unlike CUDA's own functions.
  bool takes_order = false;
  bool read_modify_write = false;
  Op op = Op::read;
  const char* name = "read";
  ValueKind value_kind = ValueKind::integer;
  /// For a read-modify-write: something may depend on its result.
  bool result_is_used = true;
  /// It comes to the same in any order with others of its kind: it adds integers, orders
  /// nothing, and nothing depends on its result.
  bool commutes = false;
  /// It writes the same whatever it finds, and nothing depends on its result.
  bool only_writes = false;
  /// For a compare-and-swap: what it compares the word with.
  const std::uint64_t* compares = nullptr;
};

/// A strong access, and what it would do to its word as memory is now.
struct StrongAccess {
  std::uintptr_t address;
  std::uint32_t size;
  const AccessKind& kind;
  std::uint64_t pc;
  RmwEffect (*effect)(void*);  ///< For a read-modify-write.
  void* operation;
  RmwEffect effect_now() const {
    if (kind.read_modify_write) return effect(operation);
    return kind.write ? RmwEffect::change : RmwEffect::none;
  }
};

/// A strong access that saw an old value, or that landed late, and the write that it
/// missed.
struct StaleAccess {
  enum class Kind : std::uint8_t {
    read,
    overwritten_update,  ///< A read-modify-write; what it missed landed after it.
    overwritten_store,   ///< A store likewise; `value` is what it wrote.
  };
  Slot slot = 0;
  Epoch epoch = 0;
  std::uint64_t pc = 0;
  std::uintptr_t address = 0;
  std::uint32_t size = 0;  ///< 0: there was none.
  std::uint64_t value = 0;
  Slot missed_slot = 0;
  Epoch missed_epoch = 0;
  std::uint64_t missed_pc = 0;
  std::uint64_t missed_value = 0;
  Kind kind = Kind::read;
  bool happened() const { return size != 0; }
};

/// The bytes at the address as a number; of more than eight, the first eight.
std::uint64_t peek(std::uintptr_t address, std::uint32_t size);
/// Puts such a number there; of more than eight bytes, only the first eight change.
void poke(std::uintptr_t address, std::uint32_t size, std::uint64_t value);

class StrongWords {
 public:
  explicit StrongWords(const AddressSpace& memory) : memory_(memory) {}

  /// A new execution.
  /// \param policy decides which of the values an access sees
  void begin(const ExecutionOptions& options, Policy& policy);

  /// The state of the word at the address, as the thread sees it; made if there is none.
  SyncWord& word(const Thread* thread, std::uintptr_t address, std::uint32_t size);
  /// The same, or null if there is none.
  SyncWord* find(const Thread* thread, std::uintptr_t address);
  /// Tells words of different blocks' shared memory apart.
  std::uint64_t key(const Thread* thread, std::uintptr_t address) const {
    const Block* block = block_with(thread, address);
    return block ? address ^ (block->uid << 47) : address;
  }

  /// Lets a strong read see an old value, if the policy wants one and the rules allow it;
  /// else null.
  const SyncWord::Overwritten* choose_stale(Thread& thread, SyncWord& word,
                                            const StrongAccess& access);
  /// Performs the model's part of a strong write.  Returns its number among the word's.
  std::uint64_t write(Thread& thread, SyncWord& word, const Attempt& attempt,
                      MemoryOrder order, const AccessKind& kind);
  /// A fence.sc takes its place in the order of such fences.
  void order_fence(Thread& thread, MemoryScope scope) {
    fence_order_.fence(thread, scope, thread.visible);
  }

  /// Lets the access that the program makes right after this read an old value.  The
  /// program itself reads the memory after an announced access, so the old value is in
  /// memory until `settle`; no other thread may run before that.
  void substitute(std::uintptr_t address, std::uint32_t size, std::uint64_t old);
  /// Puts back what a substitution has replaced.
  void settle() {
    if (!is_settled()) put_back();
  }
  bool is_settled() const { return substitution_.size == 0; }

  /// The last stale access; of size 0 if there was none.
  const StaleAccess& stale() const { return stale_; }

 private:
  /// The write that comes right behind an overwritten one.
  struct NextWrite {
    bool by_rmw, result_is_used;
    bool is_last;
  };
  /// An old value that is in memory for the one access that is about to read it; or the
  /// present value, to be restored after a store that has been wiped out.
  struct Substitution {
    std::uintptr_t address = 0;
    std::uint32_t size = 0;  ///< 0: none.
    std::uint64_t present = 0;
    SyncWord::Overwritten* store = nullptr;  ///< Which, for its value.
  };
  /// The block with the shared memory at the address, as the thread sees it; null if the
  /// address is of other memory.
  Block* block_with(const Thread* thread, std::uintptr_t address) const {
    if (!thread || !thread->block || !memory_.shared.contains(address, thread->image))
      return nullptr;
    return sharing_block(*thread);
  }
  /// The level that decides which values may be seen.
  Level level() const { return strict_values_ ? kStrict : kLenient; }
  bool may_be_weak(const Thread& thread, const SyncWord& word,
                   std::uintptr_t address) const;
  bool may_come_behind(const Thread& thread, const SyncWord::Overwritten& old,
                       const NextWrite& next, const StrongAccess& access) const;
  std::optional<EarlierPlace> choose_place(Thread& thread, const SyncWord& word,
                                           std::uintptr_t address, std::uint64_t pc);
  void note_stale(Thread& thread, const SyncWord& word, std::size_t back,
                  std::uintptr_t address, std::uint64_t pc, StaleAccess::Kind kind,
                  std::uint64_t value);
  void put_back();

  const AddressSpace& memory_;
  Policy* policy_ = nullptr;
  bool weak_values_ = false;
  bool strict_values_ = false;
  /// The words outside shared memory; a block keeps its own.
  SyncWords words_;
  FenceOrder fence_order_;
  StaleAccess stale_;
  Substitution substitution_;
};

}  // namespace gridlock::sim
