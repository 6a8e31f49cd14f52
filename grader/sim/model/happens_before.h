/// The happens-before relation: fences, strong accesses and barriers move vector clocks.
///
/// The rules are those of the PTX memory consistency model (PTX ISA, chapter "Memory
/// Consistency Model"), in two levels that are kept side by side:
///
/// - *strict*: to the letter.  A strong read acquires only through a fence after it.
/// - *lenient*: what today's NVIDIA hardware does.  A strong read acquires, and every
///   block sees a write that one block has seen (writes are multi-copy atomic).
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

/// PTX scopes, narrowest first.  Wider includes narrower.
enum MemoryScope : std::uint8_t { kBlockScope, kDeviceScope, kSystemScope, kScopes };

enum class MemoryOrder : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };
constexpr bool acquires(MemoryOrder order) {
  return order == MemoryOrder::acquire || order >= MemoryOrder::acq_rel;
}
constexpr bool releases(MemoryOrder order) { return order >= MemoryOrder::release; }

/// Where a thread lives, as far as scopes are concerned.
struct Place {
  /// No other block of this schedule has this number; 0: the host.
  std::uint64_t block = 0;
  std::uint16_t device = 0;  ///< Meaningless for the host.
};

/// Whether `scope`, used by a thread at `from`, includes the thread at `to`.
inline bool includes(MemoryScope scope, const Place& from, const Place& to) {
  if (scope == kSystemScope) return true;
  if (from.block == 0 || to.block == 0) return false;
  return scope == kDeviceScope ? from.device == to.device : from.block == to.block;
}

/// Knowledge that only fence.sc passes on, for device and system scope.  These fences are
/// totally ordered, and their order may not contradict causality.  So this knowledge
/// follows every edge of causality, from thread to thread, until another fence.sc
/// acquires it.
///
/// Has the semantics of a value.  Usually, a whole block copies the same one, so copies
/// share what they hold until one is changed.
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

  /// The publications of fence.sc before this point; index 0 is device scope.
  const Clock& released(int s) const { return held_ ? held_->released[s] : kNothing; }
  /// Strict only.  The same for fences before a strong write that was seen before this
  /// point.
  const Clock& pending(int s) const { return held_ ? held_->pending[s] : kNothing; }
  Clock& edit_released(int s) { return own().released[s]; }
  Clock& edit_pending(int s) { return own().pending[s]; }

  bool empty() const { return held_ == nullptr; }
  void join(const ScKnowledge& other);
  /// Joins `now`, which is `before` and more.
  void advance(const ScKnowledge& before, const ScKnowledge& now);
  /// Whether the two are the same by construction.
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
  static Held* free_;  ///< Used before, and empty.
  void recycle();
  Held& own();

  Held* held_ = nullptr;
};

/// The knowledge of a thread, and what it has released, in one level.
struct Knowledge {
  /// Everything that happened before this thread's next step.  The overlay is its own
  /// epoch.
  Clock known;
  ScKnowledge sc;
  /// Per scope: `known` at the last fence of at least that scope.  A later strong
  /// write by this same thread publishes it (a release pattern).
  std::array<Clock, kScopes> released;
  std::array<ScKnowledge, kScopes> released_sc;  ///< Strict only.  `sc` at that fence.
  /// Strict only.  Per scope: what strong reads saw.  It becomes known after a later
  /// fence of at least that scope by this same thread (an acquire pattern).
  std::array<Clock, kScopes> pending;
  std::array<ScKnowledge, kScopes> pending_sc;
  /// Whether anything but `known` and `sc` was ever set: most threads have no fences.
  bool has_more = false;

  void clear();
};

/// The distance between the numbers of two consecutive strong writes to a word.
constexpr std::uint64_t kWriteStride = 1 << 10;

/// The state of a word that is accessed strongly, passed from writers to readers.
struct SyncWord {
  std::uintptr_t address = 0;
  std::uint32_t size = 0;
  /// The number of the last strong write; 0 if there was none.  Numbers go in coherence
  /// order, in steps of kWriteStride: so there is room between two writes for a store
  /// that lands late.
  std::uint64_t writes = 0;

  // The last strong write.
  Slot writer = 0;
  Epoch writer_epoch = 0;
  Place writer_place;
  std::uint64_t writer_pc = 0;
  MemoryScope writer_scope = kSystemScope;
  bool written_by_rmw = false;  ///< It was a read-modify-write ...
  bool result_is_used = false;  ///< ... and something may depend on its result.

  /// The publications of the last strong write and its release sequence.
  struct Published {
    std::array<Clock, kScopes> released;
    std::array<ScKnowledge, kScopes> released_sc;  ///< Strict only.
    std::array<Clock, 2> sc;  ///< From fence.sc before it, even by other threads.
    /// Whether the last writer's block learns more from it than its device.
    bool block_knows_more = false;
  };
  /// The same in both levels.  Has the semantics of a value, and is small while that is
  /// as it is at first: most words carry nothing.
  class Publications {
   public:
    Publications() = default;
    Publications(Publications&&) = default;
    Publications& operator=(Publications&&) = default;
    Publications& operator=(const Publications& other);
    ~Publications() = default;
    /// Whether anything was ever published.
    bool any() const { return held_ != nullptr; }
    const Published& in(int level) const { return (held_ ? *held_ : kNothing)[level]; }
    Published& edit(int level) {
      if (!held_) held_ = std::make_unique<Held>();
      return (*held_)[level];
    }
    void clear() { held_.reset(); }

   private:
    using Held = std::array<Published, kLevels>;
    static const Held kNothing;
    std::unique_ptr<Held> held_;
  };
  Publications published;
  /// The number of the write that begins the last one's release sequence: between the two
  /// there are only read-modify-writes.
  std::uint64_t sequence = 0;

  /// Publications of one block to itself before a read-modify-write by another block,
  /// which carries them on.
  struct CarriedOn {
    std::uint64_t sequence;
    std::uint64_t number;  ///< The number of the last of these writes.
    Clock released;
    ScKnowledge released_sc;  ///< Strict only.
  };
  /// The lists of the blocks, oldest first.  A few entries are kept, because old values
  /// may be read.
  using CarriedOnByBlock = std::unordered_map<std::uint64_t, std::vector<CarriedOn>>;
  /// In both levels; null as long as nothing was carried on.
  std::unique_ptr<std::array<CarriedOnByBlock, kLevels>> carried_on;

  /// A write that has been overwritten, and what it published: a strong read may still
  /// see it if the reader does not know of the later writes.  Kept only where weak values
  /// are modelled.
  struct Overwritten {
    std::uint64_t number = 0;  ///< 0 is the value before the first strong write.
    std::uint64_t sequence = 0;
    std::uint64_t value = 0;
    Slot writer = 0;
    Epoch writer_epoch = 0;
    Place writer_place;
    std::uint64_t writer_pc = 0;
    MemoryScope writer_scope = kSystemScope;
    bool written_by_rmw = false;
    bool result_is_used = false;
    Publications published;
  };
  std::vector<Overwritten> overwritten;  ///< Oldest first.

  /// Which thread has seen which write: a strong access of thread `slot` at `epoch` saw
  /// number `write`.  Orders plain accesses to this very word after the writes that were
  /// seen (observation order, then program order).
  struct Observer {
    Slot slot;
    Epoch epoch;
    std::uint64_t write;
  };
  std::vector<Observer> observers;  ///< Sorted by slot, one each; see note_observer.
  /// The threads whose read-modify-write came before some later write, and so before what
  /// that write overwrites.  Only where weak values are modelled.
  std::vector<Observer> overtaken;

  /// Becomes a word that was never accessed.
  void forget();
  bool carries_on_anything() const { return carried_on != nullptr; }
  /// Notes what a party sees now, in the place of what it saw before.
  /// \param place where in `observers` its slot is or belongs
  void note_observer(std::vector<Observer>::iterator place, const Observer& now);
};

/// The epoch of what a bulk copy does until it has ended: no thread knows of it, not even
/// the one that began the copy.
constexpr Epoch kUnended = std::numeric_limits<Epoch>::max();

/// The part of a simulated thread that happens-before is about.
struct Party {
  Slot slot = 0;
  Epoch epoch = 1;
  Epoch first_epoch = 1;  ///< Earlier epochs of the slot belong to a thread before it.
  Place place;
  std::array<Knowledge, kLevels> level;
  /// Whether `sc` may differ from what the block's threads shared at its last barrier.
  bool sc_is_new = false;

  void tick();  ///< Starts a new epoch.

  /// Whether the work of `slot` up to `epoch` happened before this party's next step.
  bool knows(Level in, Slot of, Epoch up_to) const {
    if (of == slot && up_to >= first_epoch && up_to != kUnended) return true;
    return level[in].known.base_at(of) >= up_to;
  }
};

/// A fence by one thread.  `sc` tells fence.sc (`__threadfence`) from fence.acq_rel.
void fence(Party& party, MemoryScope scope, bool sc);

/// A strong read that saw the word's last strong write, or the overwritten one given.
void strong_read(Party& party, SyncWord& word, MemoryOrder order, MemoryScope scope,
                 const SyncWord::Overwritten* old = nullptr);

/// A strong write; `extends` if it is a read-modify-write, which continues the release
/// sequence that it saw.
void strong_write(Party& party, SyncWord& word, MemoryOrder order, MemoryScope scope,
                  bool extends);

/// Whether a relaxed strong write of the party would publish nothing, by the rules of
/// this level.
bool publishes_nothing(const Party& party, Level level);

/// Which threads meet at a barrier.
enum class Meeting : std::uint8_t {
  block,   ///< All threads of a block that have not exited.
  others,  ///< Any other threads.
};

/// A barrier over these parties: all of them know afterwards what each knew.
void barrier(const std::vector<Party*>& parties, Meeting meeting);

/// An edge made by the CUDA API (launch, end of kernel, synchronize, event): `later`
/// takes over everything.
struct ApiClock {
  std::array<Clock, kLevels> level;
  void join(const ApiClock& other);
  void join(const Party& party);
  void clear();
  void flatten();  ///< Makes taking it over by many parties cheap.
};
void take_over(Party& later, const ApiClock& earlier);

/// Whether the party has seen the word's last strong write, through its own accesses to
/// the word, or through those of a thread that it synchronized with.
bool has_observed(const Party& party, Level in, const SyncWord& word);

}  // namespace gridlock::sim
