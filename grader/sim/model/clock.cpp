#include "sim/model/clock.h"

#include <cstdlib>

namespace gridlock::sim {

ClockPool clock_pool;

void ClockPool::reserve(std::uint32_t slots) {
  needed_ = std::max(needed_, (slots + kStep - 1) / kStep * kStep);
  capacity_ = std::max(capacity_, needed_);
  if (free_.size() <= capacity_ / kStep) free_.resize(capacity_ / kStep + 1);
  INVARIANT("A base is a whole number of strides wide.", capacity_ % kStep == 0);
}

void ClockPool::reset() {
  capacity_ = needed_;
  needed_ = kStep;
}

ClockBase* ClockPool::make() {
  INVARIANT("There is a list of free bases of the present size.",
            capacity_ / kStep < free_.size());
  ClockBase*& free = free_[capacity_ / kStep];
  ClockBase* base = free;
  if (base) {
    free = base->next_free;
    INVARIANT("A list of free bases holds bases of one size.", base->size == capacity_);
    INVARIANT("A free base belongs to no clock.", base->references <= 1);
  } else {
    base = static_cast<ClockBase*>(
        std::malloc(sizeof(ClockBase) + std::size_t{capacity_} * sizeof(Epoch)));
    if (!base) std::abort();
    base->size = capacity_;
  }
  base->references = 1;
  return base;
}

namespace {

// Vector instructions make these loops several times faster; the loader picks the version
// that the processor has.
#if defined(__x86_64__) && defined(__GNUC__)
#define GRIDLOCK_VECTORIZED __attribute__((target_clones("avx2", "sse4.1", "default")))
#else
#define GRIDLOCK_VECTORIZED
#endif

// All sizes are multiples of this, so the inner loops have a constant length and no
// remainder.
constexpr std::uint32_t kStride = ClockPool::kStep;

GRIDLOCK_VECTORIZED bool covers_epochs(const Epoch* big, const Epoch* small,
                                       std::uint32_t count) {
  for (const Epoch* const end = big + count; big != end; big += kStride) {
    Epoch missing = 0;
    for (std::uint32_t i = 0; i < kStride; ++i)
      missing |= big[i] ^ std::max(big[i], small[i]);
    if (missing) return false;
    small += kStride;
  }
  return true;
}

GRIDLOCK_VECTORIZED void raise_epochs(Epoch* __restrict into, const Epoch* from,
                                      std::uint32_t count) {
  for (Epoch* const end = into + count; into != end; into += kStride) {
    for (std::uint32_t i = 0; i < kStride; ++i) into[i] = std::max(into[i], from[i]);
    from += kStride;
  }
}

/// Whether a merge is equal to each of its two inputs.
struct Later {
  bool one, other;
};
/// Writes the later of each pair of epochs to `into`.
GRIDLOCK_VECTORIZED Later merge_epochs(Epoch* __restrict into, const Epoch* one,
                                       const Epoch* other, std::uint32_t count) {
  Epoch one_lacks = 0, other_lacks = 0;
  for (Epoch* const end = into + count; into != end; into += kStride) {
    for (std::uint32_t i = 0; i < kStride; ++i) {
      const Epoch later = std::max(one[i], other[i]);
      into[i] = later;
      one_lacks |= one[i] ^ later;
      other_lacks |= other[i] ^ later;
    }
    one += kStride;
    other += kStride;
  }
  return {one_lacks == 0, other_lacks == 0};
}

bool covers(const ClockBase* big, const ClockBase* small) {
  if (!small || big == small) return true;
  if (!big) return false;
  const std::uint32_t both = std::min(big->size, small->size);
  if (!covers_epochs(big->epochs(), small->epochs(), both)) return false;
  const Epoch* rest = small->epochs();
  return std::all_of(rest + both, rest + small->size,
                     [](Epoch epoch) { return epoch == 0; });
}

}  // namespace

/// Gives this clock a base of its own, at least `size` slots wide.
void Clock::own(std::uint32_t size) {
  if (owns(size)) return;
  ClockBase* copy = clock_pool.make();
  const std::uint32_t known = base_ ? std::min(base_->size, copy->size) : 0;
  if (known) std::memcpy(copy->epochs(), base_->epochs(), known * sizeof(Epoch));
  if (known < copy->size)
    std::memset(copy->epochs() + known, 0, (copy->size - known) * sizeof(Epoch));
  INVARIANT("A copy of a shared base knows what that one knew.", covers(copy, base_));
  drop();
  base_ = copy;
  INVARIANT("A clock that is about to be written owns its base.", owns(size));
}

void Clock::fold_overlay() {
  if (epoch_ == 0) return;
  own(slot_ + 1);
  Epoch& entry = base_->epochs()[slot_];
  entry = std::max(entry, epoch_);
  epoch_ = 0;
}

bool Clock::includes(const Clock& other) const {
  if (other.epoch_ != 0 && at(other.slot_) < other.epoch_) return false;
  if (covers(base_, other.base_)) return true;
  if (epoch_ == 0) return false;
  Clock whole = *this;  // The overlay may be what the base lacks.
  whole.fold_overlay();
  return covers(whole.base_, other.base_);
}

void Clock::share(ClockBase* other) {
  INVARIANT("Only a base in use is shared.", other->references > 0);
  ++other->references;
  drop();
  base_ = other;
}

/// Raises each entry of the shared part to at least that of `other`.
void Clock::raise(ClockBase* other) {
  if (!other || base_ == other) return;
  if (owns(other->size)) {
    raise_epochs(base_->epochs(), other->epochs(), other->size);
    return;
  }
  if (base_ && base_->size == other->size && base_->size == clock_pool.capacity()) {
    ClockBase* merged = clock_pool.make();
    const Later is =
        merge_epochs(merged->epochs(), base_->epochs(), other->epochs(), other->size);
    if (is.one || is.other) {
      clock_pool.release(merged);
      if (!is.one) share(other);
    } else {
      drop();
      base_ = merged;
    }
    return;
  }
  if (covers(base_, other)) return;
  own(other->size);
  raise_epochs(base_->epochs(), other->epochs(), other->size);
}

void Clock::join_news(const Clock& other) {
  if (empty()) {
    *this = other;
    return;
  }
  raise(other.base_);
  INVARIANT("A join leaves nothing out.", covers(base_, other.base_));
  if (other.epoch_ == 0 || at(other.slot_) >= other.epoch_) return;
  if (epoch_ == 0 || slot_ == other.slot_) {
    set_overlay(other.slot_, other.epoch_);
    return;
  }
  fold_overlay();
  set_overlay(other.slot_, other.epoch_);
}

void Clock::join_news_keeping_overlay(const Clock& other) {
  if (base_)
    raise(other.base_);
  else if (other.base_)
    share(other.base_);
  INVARIANT("A thread's join leaves nothing out.", covers(base_, other.base_));
  // Looks into the base instead of calling at(): for this thread's own slot, the base
  // tells what earlier tenants of the slot did.
  if (other.epoch_ == 0 || base_at(other.slot_) >= other.epoch_) return;
  own(other.slot_ + 1);
  base_->epochs()[other.slot_] = other.epoch_;
  INVARIANT("A join keeps the overlay that it was given.",
            epoch_ == 0 || at(slot_) >= epoch_);
}

void Clock::share_if_equal(const Clock& other) {
  if (base_ == other.base_ || !base_ || !other.base_ || base_->size != other.base_->size)
    return;
  if (epoch_ != other.epoch_ || (epoch_ != 0 && slot_ != other.slot_)) return;
  if (std::memcmp(base_->epochs(), other.base_->epochs(), base_->size * sizeof(Epoch)))
    return;
  *this = other;
}

void Joins::run() {
  for (std::size_t i = 0; i < count_; ++i) {
    const Join one = list_[i];
    if (!one.into) continue;
    std::array<Clock*, kJoinsMax> alike;
    std::size_t found = 0;
    for (std::size_t j = i + 1; j < count_; ++j) {
      Join& other = list_[j];
      if (!other.into || !other.into->same(*one.into) || !other.from->same(*one.from))
        continue;
      if (other.into != one.into) {
        INVARIANT("The list of equal joins has room for one more.", found < kJoinsMax);
        other.into->clear();  // `one` can then own its base.
        alike[found++] = other.into;
      }
      other.into = nullptr;
    }
    one.into->join(*one.from);
    INVARIANT("After a join, the target includes its source.",
              one.into->includes(*one.from));
    for (std::size_t j = 0; j < found; ++j) *alike[j] = *one.into;
  }
  count_ = 0;
}

void ClockFold::add_slowly(const Clock& clock) {
  if (clock.empty() || result_.same(clock)) return;
  if (result_.empty()) {
    result_ = clock;
    last_ = clock.base_;
    return;
  }
  if (clock.base_ && clock.base_ != last_) {
    result_.raise(clock.base_);
    last_ = clock.base_;
  }
  if (clock.epoch_ == 0 || result_.at(clock.slot_) >= clock.epoch_) return;
  result_.fold_overlay();
  result_.own(clock.slot_ + 1);
  result_.raise_entry(clock.slot_, clock.epoch_);
  INVARIANT("The join of several clocks includes each of them.", result_.includes(clock));
}

}  // namespace gridlock::sim
