/// The happens-before relation: fences, strong accesses and barriers move vector clocks.
///
/// The rules are those of the PTX memory consistency model (PTX ISA, chapter "Memory
/// Consistency Model"), in two levels that are kept side by side:
///
/// - *strict*: to the letter.  A strong read acquires only through a fence after it.
/// - *lenient*: what today's NVIDIA hardware does.  A strong read acquires, and every
///   block sees a write that one block has seen (writes are multi-copy atomic).  What
///   happened before a launch is over when the kernel begins, so that each strong write
///   of the kernel publishes it.
///
/// Code that breaks in lenient breaks in strict too.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "common/invariant.h"
#include "sim/model/clock.h"

namespace gridlock::sim {

enum Level : std::uint8_t { kLenient, kStrict, kLevels };

/// PTX scopes, narrowest first.  A wider scope includes the narrower ones.
enum MemoryScope : std::uint8_t { kBlockScope, kDeviceScope, kSystemScope, kScopes };

enum class MemoryOrder : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };
constexpr bool acquires(MemoryOrder order) {
  return order == MemoryOrder::acquire || order >= MemoryOrder::acq_rel;
}
constexpr bool releases(MemoryOrder order) { return order >= MemoryOrder::release; }

/// The place of a thread, which decides whether a scope includes it.
struct Place {
  /// The block's uid, unique in this schedule; 0: the host.
  std::uint64_t block = 0;
  std::uint16_t device = 0;  ///< Meaningless for the host.
};

/// Whether `scope`, used by a thread at `from`, includes the thread at `to`.
inline bool includes(MemoryScope scope, const Place& from, const Place& to) {
  if (scope == kSystemScope) return true;
  if (from.block == 0 || to.block == 0) return false;
  return scope == kDeviceScope ? from.device == to.device : from.block == to.block;
}

/// What a thread knows by fence.sc alone, at device and system scope.  These fences are
/// totally ordered, and their order may not contradict causality order.  So this
/// knowledge passes from thread to thread along every causality edge, until another
/// fence.sc acquires it.
///
/// It is a value.  All threads of a block usually have the same one, so copies share
/// their contents until one is changed.
class ScKnowledge {
 public:
  ScKnowledge() = default;
  ScKnowledge(const ScKnowledge& other) : held_(other.held_) {
    INVARIANT("Knowledge that is shared is in use.", !held_ || held_->references > 0);
    if (held_) ++held_->references;
  }
  ScKnowledge& operator=(const ScKnowledge& other) {
    if (held_ == other.held_) return *this;
    if (other.held_) ++other.held_->references;
    clear();
    held_ = other.held_;
    return *this;
  }
  ~ScKnowledge() { clear(); }

  /// What fence.sc published before this point; index 0 is device scope.
  const Clock& released(int s) const { return held_ ? held_->released[s] : kNothing; }
  /// Strict only.  What fence.sc published before a strong write that was seen before
  /// this point.
  const Clock& pending(int s) const { return held_ ? held_->pending[s] : kNothing; }
  Clock& edit_released(int s) { return own().released[s]; }
  Clock& edit_pending(int s) { return own().pending[s]; }

  bool empty() const { return held_ == nullptr; }
  void join(const ScKnowledge& other);
  /// Joins `now`, which includes `before`.
  void advance(const ScKnowledge& before, const ScKnowledge& now);
  /// Whether the two share their contents.  Two that are merely equal may not.
  bool same(const ScKnowledge& other) const { return held_ == other.held_; }
  void clear() {
    INVARIANT("Shared knowledge is left as often as it was taken.",
              !held_ || held_->references > 0);
    if (held_ && --held_->references == 0) recycle();
    held_ = nullptr;
  }

 private:
  struct Held {
    std::uint32_t references = 1;
    Held* next_free = nullptr;
    std::array<Clock, 2> released, pending;
  };
  static const Clock kNothing;
  static Held* free_;  ///< Objects to use again; all are empty.
  void recycle();
  Held& own();

  Held* held_ = nullptr;
};

/// In one level: what a thread knows, and what it has released.
struct Knowledge {
  /// All that happens before this thread's next step.  The overlay is its own epoch.
  Clock known;
  ScKnowledge sc;
  /// Per scope: `known` at the last fence of at least that scope.  A later strong
  /// write by this same thread publishes it (a release pattern).
  std::array<Clock, kScopes> released;
  std::array<ScKnowledge, kScopes> released_sc;  ///< Strict only.  `sc` at that fence.
  /// Strict only.  Per scope: what strong reads saw.  This thread knows it after a later
  /// fence of at least that scope (an acquire pattern).
  std::array<Clock, kScopes> pending;
  std::array<ScKnowledge, kScopes> pending_sc;
  /// Whether any member but `known` and `sc` was ever set.  Most threads have no fences.
  bool has_more = false;

  void clear();
};

/// The distance between the numbers of two consecutive strong writes to a word.
constexpr std::uint64_t kWriteStride = 1 << 10;

/// A strong write to a word, and what it published.
struct StrongWrite {
  /// The publications of the write and its release sequence.
  struct Published {
    std::array<Clock, kScopes> released;
    std::array<ScKnowledge, kScopes> released_sc;  ///< Strict only.
    std::array<Clock, 2> sc;  ///< What fence.sc had published, as far as the writer knew.
    /// Whether the write publishes more to the writer's own block than to its device.
    bool block_knows_more = false;
  };
  /// What the write publishes in both levels.  It is a value, and takes no memory while
  /// it is empty, as for most words.
  class Publications {
   public:
    Publications() = default;
    Publications(Publications&&) = default;
    Publications& operator=(Publications&&) = default;
    Publications& operator=(const Publications& other);
    ~Publications() = default;
    bool any() const { return held_ != nullptr; }
    const Published& in(int level) const { return (held_ ? *held_ : kNothing)[level]; }
    Published& edit(int level) {
      if (!held_) held_ = std::make_unique<Held>();
      return (*held_)[level];
    }

   private:
    using Held = std::array<Published, kLevels>;
    static const Held kNothing;
    std::unique_ptr<Held> held_;
  };

  Slot writer = 0;
  Epoch writer_epoch = 0;
  Place writer_place;
  std::uint64_t writer_pc = 0;
  MemoryScope writer_scope = kSystemScope;
  bool written_by_rmw = false;
  /// What happened before the launch of its thread, and before the launches of the other
  /// threads in its release sequence.
  Clock launch;
  /// The write was a read-modify-write, and something may depend on its result.
  bool result_is_used = false;
  Publications published;
  /// The number of the first write of its release sequence.  The later writes of the
  /// sequence are read-modify-writes.
  std::uint64_t sequence = 0;
};

/// The state of a word that is accessed strongly, passed from writers to readers: the
/// last strong write, and what else may still be seen.
struct SyncWord : StrongWrite {
  std::uintptr_t address = 0;
  std::uint32_t size = 0;
  /// The number of the last strong write; 0: none.  Numbers increase in coherence order,
  /// in steps of kWriteStride: so a store that lands late can get a number in between.
  std::uint64_t writes = 0;

  /// What a block released at block scope before another block's read-modify-write, which
  /// continues the release sequence: threads of the first block can still acquire it.
  struct CarriedOn {
    std::uint64_t sequence;
    std::uint64_t number;  ///< The number of the last write that published it.
    Clock released;
    ScKnowledge released_sc;  ///< Strict only.
  };
  /// For each block, oldest first.  Old values may be read, so a few entries are kept.
  using CarriedOnByBlock = std::unordered_map<std::uint64_t, std::vector<CarriedOn>>;
  /// In both levels; null until something is carried on.
  std::unique_ptr<std::array<CarriedOnByBlock, kLevels>> carried_on;

  /// An overwritten write.  A strong read may still see it if the reader does not know of
  /// the later writes.  Kept only where weak values are modelled.
  struct Overwritten : StrongWrite {
    std::uint64_t number = 0;  ///< 0 is the value before the first strong write.
    std::uint64_t value = 0;
  };
  std::vector<Overwritten> overwritten;  ///< Oldest first.

  /// A strong access of thread `slot` at `epoch` saw the write with the number `write`.
  /// Plain accesses to the same word are ordered after it (observation order, then
  /// program order).
  struct Observer {
    Slot slot;
    Epoch epoch;
    std::uint64_t write;
  };
  /// One for each slot, sorted by slot; see note_observer.
  std::vector<Observer> observers;
  /// Read-modify-writes that the write `write`, landing late, has overwritten: a thread
  /// that knows of one sees no write before `write`.  Only where weak values are
  /// modelled.
  std::vector<Observer> overtaken;

  void forget();
  bool carries_on_anything() const { return carried_on != nullptr; }
  /// Records what a party sees now, instead of what it saw before.
  /// \param place the position in `observers` where its slot is or belongs
  void note_observer(std::vector<Observer>::iterator place, const Observer& now);
};

/// The epoch of a bulk copy's accesses until the copy has ended.  No thread knows of
/// them, not even the one that began the copy.
constexpr Epoch kUnended = std::numeric_limits<Epoch>::max();

/// The state of a simulated thread that happens-before needs.
struct Party {
  Slot slot = 0;
  Epoch epoch = 1;
  Epoch first_epoch = 1;  ///< Earlier epochs of the slot belong to its earlier tenants.
  Place place;
  /// What happened before the thread's kernel began, in the lenient level; empty for the
  /// host.
  Clock launch;
  std::array<Knowledge, kLevels> level;
  /// Whether `sc` may differ from what the block's threads shared at their last barrier.
  bool sc_is_new = false;

  void tick();  ///< Starts a new epoch.

  /// Whether the work of slot `of` up to the epoch happened before this party's next
  /// step.
  bool knows(Level in, Slot of, Epoch up_to) const {
    if (of == slot && up_to >= first_epoch && up_to != kUnended) return true;
    return level[in].known.base_at(of) >= up_to;
  }
};

/// A fence by one thread.  `sc` tells fence.sc (`__threadfence`) from fence.acq_rel.  The
/// order among fence.sc of block scope orders only values (FenceOrder::fence()), no plain
/// accesses.
void fence(Party& party, MemoryScope scope, bool sc);

/// A strong read.  It saw the write `old`, or the word's last strong write if that is
/// null.
void strong_read(Party& party, SyncWord& word, MemoryOrder order, MemoryScope scope,
                 const SyncWord::Overwritten* old = nullptr);

/// A strong write.  A read-modify-write `extends` the release sequence that it saw.
void strong_write(Party& party, SyncWord& word, MemoryOrder order, MemoryScope scope,
                  bool extends);

/// Whether a relaxed strong write of the party would publish nothing, by the rules of
/// this level.
bool publishes_nothing(const Party& party, Level level);

/// The kind of a barrier, by the threads that meet at it.
enum class Meeting : std::uint8_t {
  block,   ///< All threads of a block that have not exited.
  others,  ///< Any other set of threads.
};

/// A barrier of these parties: afterwards each of them knows all that any of them knew.
void barrier(const std::vector<Party*>& parties, Meeting meeting);

/// What happened before a point of the CUDA API: a launch, the end of a kernel, a
/// synchronization, an event.  Later work takes over all of it.
struct ApiClock {
  std::array<Clock, kLevels> level;
  void join(const ApiClock& other);
  void join(const Party& party);
  void flatten();  ///< Makes it cheap for many parties to take over this clock.
};
void take_over(Party& later, const ApiClock& earlier);

/// Whether the party has seen the word's last strong write, by its own accesses to the
/// word or by those of a thread with which it has synchronized.
bool has_observed(const Party& party, Level in, const SyncWord& word);

}  // namespace gridlock::sim
