/// Sets of readers, identified by numbers, for words that the threads of a block read in
/// any order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "common/invariant.h"
#include "sim/model/touch.h"

namespace gridlock::sim {

/// Up to 64 slots, at multiples of one stride from the lowest.
class ReadSet {
 public:
  static constexpr std::uint32_t kMost = 64;

  /// The `count` slots `first`, `first + stride` and so on; `stride` may be negative.
  ReadSet(Slot first, std::int32_t stride, std::uint32_t count)
      : low_(stride > 0 ? first : first + static_cast<Slot>(stride) * (count - 1)),
        stride_(static_cast<std::uint32_t>(std::abs(stride))),
        members_(~std::uint64_t{0} >> (kMost - count)) {
    INVARIANT("A set begins with the readers of a run.", count >= 2 && count <= kMost);
    INVARIANT("The readers of a run have different slots.", stride != 0);
    INVARIANT("A set's lowest slot is not below 0.", low_ <= first);
  }

  bool has(Slot slot) const {
    INVARIANT("A set has its lowest slot.", stride_ != 0 && (members_ & 1) != 0);
    const std::uint32_t distance = slot - low_, place = distance / stride_;
    return slot >= low_ && place < kMost && place * stride_ == distance &&
           (members_ >> place & 1) != 0;
  }
  /// Adds a slot.  Returns false, and adds nothing, if the slots are too far apart for a
  /// set.
  bool add(Slot slot) {
    const std::uint32_t distance = slot - low_, place = distance / stride_;
    if (slot < low_ || place >= kMost || place * stride_ != distance)
      return add_elsewhere(slot);
    members_ |= std::uint64_t{1} << place;
    return true;
  }
  /// Whether `holds` is true for one of the slots; they come in ascending order.
  template <class Holds>
  bool any(const Holds& holds) const {
    for (std::uint64_t left = members_; left != 0; left &= left - 1)
      if (holds(low_ + stride_ * static_cast<Slot>(std::countr_zero(left)))) return true;
    return false;
  }

 private:
  /// Adds a slot that changes the set's lowest slot or its stride, if any set can hold
  /// it.
  bool add_elsewhere(Slot slot) {
    const Slot low = std::min(low_, slot);
    const std::uint32_t stride = std::gcd(stride_, std::max(low_, slot) - low);
    std::uint64_t members = std::uint64_t{1}
                            << std::min((slot - low) / stride, kMost - 1);
    const bool fits = (slot - low) / stride < kMost && !any([&](Slot member) {
                        const std::uint32_t place = (member - low) / stride;
                        members |= std::uint64_t{1} << std::min(place, kMost - 1);
                        return place >= kMost;
                      });
    if (!fits) return false;
    INVARIANT("A set that changes its distance keeps its readers.",
              std::popcount(members) == std::popcount(members_) + 1);
    INVARIANT("A set's new distance divides the old one.", stride_ % stride == 0);
    low_ = low;
    stride_ = stride;
    members_ = members;
    return true;
  }

  Slot low_;
  std::uint32_t stride_;
  std::uint64_t members_;
};

/// Sets have the numbers below 2^30 that ReadLists does not use.
class ReadSets {
 public:
  static bool is(std::uint32_t number) { return (number & ~kIndexMask) == kTag; }

  /// Keeps a set and returns its number; 0 if there are too many to number.
  std::uint32_t keep(const ReadSet& set) {
    if (free_.empty()) {
      if (sets_.size() > kIndexMask) return 0;
      sets_.push_back(set);
      return kTag | static_cast<std::uint32_t>(sets_.size() - 1);
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    INVARIANT("A set that is used again is one of those made.", is(number));
    at(number) = set;
    return number;
  }
  ReadSet& at(std::uint32_t number) {
    INVARIANT("A set has a number that was given out.",
              is(number) && (number & kIndexMask) < sets_.size());
    return sets_[number & kIndexMask];
  }
  const ReadSet& at(std::uint32_t number) const {
    return const_cast<ReadSets*>(this)->at(number);
  }
  /// Frees the set; its number may be used again.
  void free(std::uint32_t number) {
    INVARIANT("What is freed is the number of a set.", is(number));
    INVARIANT("No more sets are freed than were made.", free_.size() < sets_.size());
    free_.push_back(number);
  }
  void reset() {
    sets_.clear();
    free_.clear();
  }

 private:
  static constexpr std::uint32_t kIndexMask = (1u << 28) - 1, kTag = 3u << 28;
  std::vector<ReadSet> sets_;
  std::vector<std::uint32_t> free_;
};

}  // namespace gridlock::sim
