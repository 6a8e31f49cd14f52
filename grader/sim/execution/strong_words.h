/// The words on which strong accesses synchronize, and the values that these accesses
/// see: the newest one, or an old one where the rules allow it.  See model/weak_values.h.
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

/// What a read-modify-write would do to the present value of its word.
enum class RmwEffect : std::uint8_t {
  none,  ///< A compare-exchange that fails only reads.
  same,  ///< It writes the value that the word has.
  change,
};

/// The kind of an access, as the hook or the device function says.
struct AccessKind {
  bool write = false;
  Strength strength = Strength::weak;
  MemoryOrder order = MemoryOrder::relaxed;
  /// Used if the effect is RmwEffect::none.
  MemoryOrder failure_order = MemoryOrder::relaxed;
  /// The called function has a parameter for the order, as those of cuda::atomic_ref
  /// have; atomicAdd() has none.
  bool takes_order = false;
  bool read_modify_write = false;
  Op op = Op::read;
  const char* name = "read";
  ValueKind value_kind = ValueKind::integer;
  /// For a read-modify-write: something may depend on its result.
  bool result_is_used = true;
  /// It commutes with others of its kind: it adds integers and orders nothing, and
  /// nothing depends on its result.
  bool commutes = false;
  /// It writes the same value whatever it finds, and nothing depends on its result.
  bool only_writes = false;
  /// For a compare-and-swap: the expected value.
  const std::uint64_t* compares = nullptr;
};

/// A strong access, and what it would do to the present value of its word.
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

/// A strong access that saw an old value or landed late, and the write that it missed.
struct StaleAccess {
  enum class Kind : std::uint8_t {
    read,
    /// A read-modify-write; the write that it missed landed after it.
    overwritten_update,
    /// A store; the write that it missed landed after it.  `value` is what the store
    /// wrote.
    overwritten_store,
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

/// The bytes at the address as a number; only the first eight if there are more.
std::uint64_t peek(std::uintptr_t address, std::uint32_t size);
/// Stores a number from peek(); of more than eight bytes, only the first eight change.
void poke(std::uintptr_t address, std::uint32_t size, std::uint64_t value);

class StrongWords {
 public:
  explicit StrongWords(const AddressSpace& memory) : memory_(memory) {}

  /// \param policy decides which of the possible values an access sees
  void begin(const ExecutionOptions& options, Policy& policy);

  /// The state of the word that the thread has at the address; made if there is none.
  SyncWord& word(const Thread* thread, std::uintptr_t address, std::uint32_t size);
  SyncWord* find(const Thread* thread, std::uintptr_t address);  ///< May be null.
  /// Identifies a word, even among the shared memories of several blocks.
  std::uint64_t key(const Thread* thread, std::uintptr_t address) const {
    const Block* block = block_with(thread, address);
    return block ? address ^ (block->uid << 47) : address;
  }

  /// An old value for a strong read to see, if the policy wants one and the rules allow
  /// it; else null.
  const SyncWord::Overwritten* choose_stale(Thread& thread, SyncWord& word,
                                            const StrongAccess& access);
  /// Records a strong write in the memory model.  Returns its number among the word's
  /// writes.
  std::uint64_t write(Thread& thread, SyncWord& word, const Attempt& attempt,
                      MemoryOrder order, const AccessKind& kind);
  void order_fence(Thread& thread, MemoryScope scope) {
    fence_order_.fence(thread, scope, thread.visible);
  }

  /// Makes the next access read an old value.  The program itself loads from memory after
  /// it has announced the access, so the old value stays in memory until `settle`; no
  /// other thread may run before that.
  void substitute(std::uintptr_t address, std::uint32_t size, std::uint64_t old);
  /// Restores what a substitution has replaced.
  void settle() {
    if (!is_settled()) put_back();
  }
  bool is_settled() const { return substitution_.size == 0; }

  /// The last access that saw an old value or landed late; its size is 0 if there was
  /// none.
  const StaleAccess& stale() const { return stale_; }

 private:
  /// The write that follows an overwritten one.
  struct NextWrite {
    bool by_rmw, result_is_used;
    bool is_last;
  };
  /// An old value in memory, for the one access that is about to load it.  Or the present
  /// value, which memory gets back after a store that has already been overwritten.
  struct Substitution {
    std::uintptr_t address = 0;
    std::uint32_t size = 0;  ///< 0: there is none.
    std::uint64_t present = 0;
    /// The overwritten store, which gets its value from memory after the access.
    SyncWord::Overwritten* store = nullptr;
  };
  /// The block that has the shared memory at the address, as the thread addresses it;
  /// null for other memory.
  Block* block_with(const Thread* thread, std::uintptr_t address) const {
    if (!thread || !thread->block || !memory_.shared.contains(address, thread->image))
      return nullptr;
    return sharing_block(*thread);
  }
  /// The level that decides which values a read may see.
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
  /// The words outside shared memory; each block has those of its own.
  SyncWords words_;
  FenceOrder fence_order_;
  StaleAccess stale_;
  Substitution substitution_;
};

}  // namespace gridlock::sim
