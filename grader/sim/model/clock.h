/// Vector clocks that are cheap to copy.
///
/// A clock has an epoch for each slot (a simulated thread, a stream's copy engine or the
/// host): it knows what the slot did up to that epoch.  Most clocks equal another clock
/// except for one entry, so a clock is an immutable base, which several clocks share, and
/// an overlay of one (slot, epoch).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "common/invariant.h"

namespace gridlock::sim {

using Slot = std::uint32_t;
using Epoch = std::uint32_t;

/// The shared part of clocks.  Slots past `size` are at epoch 0.
struct ClockBase {
  std::uint32_t references;
  std::uint32_t size;
  ClockBase* next_free;
  Epoch* epochs() { return reinterpret_cast<Epoch*>(this + 1); }
  const Epoch* epochs() const { return reinterpret_cast<const Epoch*>(this + 1); }
};

/// Allocates bases, all of one size, with room for all slots in use.
class ClockPool {
 public:
  static constexpr std::uint32_t kStep = 64;  ///< Every size is a multiple of this.
  /// From now on, new bases have room for `slots` slots.  Older bases stay valid.
  void reserve(std::uint32_t slots);
  /// Begins a new execution: bases get the size that the last execution needed.  Clocks
  /// of the last execution may be cleared, but not joined.
  void reset();
  std::uint32_t capacity() const { return capacity_; }
  /// The base has one reference, size capacity() and indeterminate epochs.
  ClockBase* make();
  void release(ClockBase* base) {
    INVARIANT("Only the last owner of a base releases it.", base->references <= 1);
    INVARIANT("A base that is released has one of the pool's sizes.",
              base->size % kStep == 0 && base->size / kStep < free_.size());
    ClockBase*& free = free_[base->size / kStep];
    base->next_free = free;
    free = base;
  }

 private:
  std::uint32_t capacity_ = kStep;
  std::uint32_t needed_ = kStep;  ///< The size needed since the last reset.
  /// The released bases of each size; the index is size / kStep.
  std::vector<ClockBase*> free_ = std::vector<ClockBase*>(2);
};
extern ClockPool clock_pool;

/// A vector clock; copying it copies a pointer and one entry.
class Clock {
 public:
  Clock() = default;
  Clock(const Clock& other)
      : base_(other.base_), slot_(other.slot_), epoch_(other.epoch_) {
    INVARIANT("A clock's base is in use while the clock is.",
              !base_ || base_->references > 0);
    if (base_) ++base_->references;
  }
  Clock(Clock&& other) noexcept
      : base_(std::exchange(other.base_, nullptr)),
        slot_(other.slot_),
        epoch_(other.epoch_) {
    other.epoch_ = 0;
  }
  Clock& operator=(const Clock& other) {
    INVARIANT("A clock that is copied has a base in use.",
              !other.base_ || other.base_->references > 0);
    if (base_ != other.base_) {
      if (other.base_) ++other.base_->references;
      drop();
      base_ = other.base_;
    }
    slot_ = other.slot_;
    epoch_ = other.epoch_;
    return *this;
  }
  Clock& operator=(Clock&& other) noexcept {
    std::swap(base_, other.base_);
    std::swap(slot_, other.slot_);
    std::swap(epoch_, other.epoch_);
    return *this;
  }
  ~Clock() { drop(); }

  void clear() {
    drop();
    base_ = nullptr;
    epoch_ = 0;
  }
  bool empty() const { return !base_ && epoch_ == 0; }
  /// Whether both clocks have the same base and overlay.  Two that are merely equal may
  /// have different bases.
  bool same(const Clock& other) const {
    return base_ == other.base_ && epoch_ == other.epoch_ &&
           (epoch_ == 0 || slot_ == other.slot_);
  }

  /// The epoch of `slot` in the shared part alone.
  Epoch base_at(Slot slot) const {
    return base_ && slot < base_->size ? base_->epochs()[slot] : 0;
  }
  Epoch at(Slot slot) const {
    const Epoch shared = base_at(slot);
    return slot == slot_ && epoch_ > shared ? epoch_ : shared;
  }

  /// Whether this clock knows all that `other` knows.  Compares every entry.
  bool includes(const Clock& other) const;

  /// Makes (slot, epoch) the overlay.  An overlay for another slot would be lost, so a
  /// thread calls this only with its own slot.
  void set_overlay(Slot slot, Epoch epoch) {
    INVARIANT("An overlay gives way only to one of its own slot.",
              epoch_ == 0 || slot_ == slot);
    INVARIANT("An overlay's epoch never falls.", slot_ != slot || epoch_ <= epoch);
    slot_ = slot;
    epoch_ = epoch;
  }

  /// Makes each entry the later of this clock's and `other`'s.
  void join(const Clock& other) {
    if (!other.empty() && !same(other)) join_news(other);
  }
  /// Like join(), for a thread's own clock: its overlay (own slot, epoch) stays.
  void join_keeping_overlay(const Clock& other) {
    if (!other.empty()) join_news_keeping_overlay(other);
  }

  /// Joins `now`, which includes `before`.  Cheap if this clock is the same as `before`.
  void advance(const Clock& before, const Clock& now) {
    INVARIANT("A clock that follows another one knows all that it knew.",
              now.includes(before));
    if (same(before))
      *this = now;
    else
      join(now);
  }
  /// Like advance(), for a thread's own clock: its overlay (own slot, epoch) stays.
  void advance_keeping_overlay(const Clock& before, const Clock& now) {
    INVARIANT("What a thread learns next includes what it learned before.",
              now.includes(before));
    if (shares_all_of(before) && now.epoch_ == 0 && now.base_)
      share(now.base_);
    else
      join_keeping_overlay(now);
  }
  /// Whether `other` consists of this clock's base, and no overlay.
  bool shares_all_of(const Clock& other) const {
    return base_ && base_ == other.base_ && other.epoch_ == 0;
  }

  /// Moves the overlay into the shared part, so that many can share it.
  void flatten() { fold_overlay(); }

  /// If the two are equal, shares the other's base: same() then holds, so a result
  /// computed for one can be used for the other.
  void share_if_equal(const Clock& other);

 private:
  friend class ClockFold;
  void join_news(const Clock& other);
  void join_news_keeping_overlay(const Clock& other);
  __attribute__((always_inline)) void drop() {
    INVARIANT("A base is dropped as often as it was shared.",
              !base_ || base_->references > 0);
    if (base_ && --base_->references == 0) clock_pool.release(base_);
  }
  /// Whether only this clock uses its base, and the base is at least `size` slots wide.
  bool owns(std::uint32_t size) const {
    return base_ && base_->references == 1 && base_->size >= size;
  }
  void raise_entry(Slot slot, Epoch epoch) {
    INVARIANT("Only the one owner of a base writes its entries.", owns(slot + 1));
    Epoch& entry = base_->epochs()[slot];
    if (entry < epoch) entry = epoch;
  }
  void own(std::uint32_t size);
  void share(ClockBase* other);
  void raise(ClockBase* other);
  void fold_overlay();

  ClockBase* base_ = nullptr;
  Slot slot_ = 0;
  Epoch epoch_ = 0;
};

/// Up to kJoinsMax joins.  Often several have the same target and the same source; such
/// joins are computed once.  No source may also be a target.
class Joins {
 public:
  void add(Clock& into, const Clock& from) {
    INVARIANT("No more joins wait than there is room for.", count_ < kJoinsMax);
    INVARIANT("No source of a join is the target of another.",
              std::none_of(list_.begin(), list_.begin() + count_, [&](const Join& join) {
                return join.into == &from || join.from == &into;
              }));
    if (!from.empty() && !into.same(from)) list_[count_++] = {&into, &from};
  }
  void run();

 private:
  struct Join {
    Clock* into;
    const Clock* from;
  };
  static constexpr std::size_t kJoinsMax = 16;
  std::array<Join, kJoinsMax> list_;
  std::size_t count_ = 0;
};

/// Joins many clocks that mostly share a base: one pass over the base, then one entry for
/// each clock.  Used for a block's barrier.
class ClockFold {
 public:
  void add(const Clock& clock) {
    if (clock.base_ == last_ && result_.epoch_ == 0 && result_.owns(clock.slot_ + 1))
      result_.raise_entry(clock.slot_, clock.epoch_);
    else
      add_slowly(clock);
  }
  Clock take() { return std::move(result_); }

 private:
  void add_slowly(const Clock& clock);

  Clock result_;
  const ClockBase* last_ = nullptr;
};

}  // namespace gridlock::sim
