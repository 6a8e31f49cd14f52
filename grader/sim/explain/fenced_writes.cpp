#include "sim/explain/fenced_writes.h"

#include <algorithm>
#include <map>
#include <set>

namespace gridlock::sim {

bool FencedWrites::knows(std::size_t i, std::size_t write) const {
  const Clock* known = history_.known_after(steps_[i]);
  return known && known->at(event(write).slot) >= event(write).epoch;
}

/// Whether both are fence.sc fences, and the scope of each includes the other's thread.
/// Such fences have the order in which they ran.
bool FencedWrites::are_ordered(std::size_t fence, std::size_t later) const {
  const Event &one = event(fence), &other = event(later);
  if (one.op != Op::fence || other.op != Op::fence || !one.sc || !other.sc) return false;
  const bool is_near = one.block == other.block && one.block != 0;
  const Access &by_one = shown_[place_[fence]], &by_other = shown_[place_[later]];
  const bool is_far = by_one.host || by_other.host || by_one.device != by_other.device;
  const int least = is_near ? kBlockScope : is_far ? kSystemScope : kDeviceScope;
  return std::min(one.scope, other.scope) >= least;
}

/// The first fence by the thread of `step`, after that step, that is ordered before the
/// fence `later`.
std::optional<std::size_t> FencedWrites::fence_behind(std::size_t step,
                                                      std::size_t later) const {
  for (std::size_t i = step + 1; i < later; ++i)
    if (same_lane(i, step) && are_ordered(i, later)) return i;
  return std::nullopt;
}

/// The first fence, ordered before the fence `later`, by another thread that has read
/// `write`.  All threads agree on which of two writes to a word is newer.
std::optional<std::size_t> FencedWrites::fence_of_witness(std::size_t write,
                                                          std::size_t later) const {
  for (std::size_t i = write + 1; i < later; ++i)
    if (is_strong_read(event(i).op) && event(i).word == event(write).word &&
        seen_write(event(i)) == event(write).detail && !same_lane(i, later))
      if (const auto fence = fence_behind(i, later)) return fence;
  return std::nullopt;
}

void FencedWrites::tell() const {
  using Lane = std::pair<Slot, std::uint64_t>;
  std::map<Lane, std::set<std::size_t>>
      told;  // Positions of writes that the thread cannot miss.
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    auto& has = told[{event(i).slot, event(i).block}];
    Access& access = shown_[place_[i]];
    has.insert(access.after.begin(), access.after.end());
    if (event(i).op != Op::fence) continue;
    for (std::size_t write = 0; write < i; ++write) {
      if (!is_strong_write(event(write).op) || event(write).overwritten ||
          same_lane(write, i) || knows(i, write) || has.contains(place_[write]))
        continue;
      auto fence = fence_behind(write, i);
      if (!fence) fence = fence_of_witness(write, i);
      if (!fence) continue;
      has.insert(place_[write]);
      access.fenced.push_back({place_[write], place_[*fence]});
    }
  }
}

}  // namespace gridlock::sim
