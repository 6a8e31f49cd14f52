#include "sim/explain/fenced_writes.h"

#include <algorithm>
#include <set>

namespace gridlock::sim {

FencedWrites::FencedWrites(const History& history) : history_(history) {
  if (!history.has_visible()) return;
  for (Index i = 0; i < history.events.size(); ++i) {
    const Event& event = history.events[i];
    if (event.op == Op::barrier_arrive)
      arrivals_[{event.block, event.detail}].push_back(i);
    if (event.op == Op::barrier_arrive || history.visible_after(i))
      changes_[lane(event)].push_back(i);
  }
}

/// What fences have made visible to a thread before its next step after the event.
Clock FencedWrites::visible_at(const Lane& own, Index event) const {
  const auto changes = changes_.find(own);
  if (changes == changes_.end()) return {};
  auto last = std::upper_bound(changes->second.begin(), changes->second.end(), event);
  if (last == changes->second.begin()) return {};
  const Index change = *--last;
  Clock visible;
  if (const Clock* own_part = history_.visible_after(change)) visible = *own_part;
  const Event& made_by = history_.events[change];
  if (made_by.op != Op::barrier_arrive) return visible;
  for (const Index other : arrivals_.at({made_by.block, made_by.detail}))
    if (const Clock* theirs = history_.visible_after(other)) visible.join(*theirs);
  return visible;
}

/// The step by which a write became visible: the write itself, or a read that saw it,
/// since all threads agree on which of two writes to a word is the newer one.
std::optional<FencedWrites::Index> FencedWrites::seen_by(const Clock& visible,
                                                         Index write,
                                                         const std::vector<Index>& steps,
                                                         std::size_t until) const {
  const auto covers = [&](const Event& event) {
    return visible.at(event.slot) >= event.epoch;
  };
  const Event& written = history_.events[write];
  if (covers(written)) return write;
  for (std::size_t i = 0; i < until; ++i) {
    const Event& event = history_.events[steps[i]];
    if (is_strong_read(event.op) && event.word == written.word &&
        seen_write(event) == written.detail && covers(event))
      return steps[i];
  }
  return std::nullopt;
}

/// The first shown fence of the thread that did `seen`, after it, whose place in the
/// order of fences is before the one that made it visible; as an index of `steps`.
std::optional<std::size_t> FencedWrites::fence_behind(const Clock& visible, Index seen,
                                                      const std::vector<Index>& steps,
                                                      std::size_t until) const {
  for (std::size_t i = 0; i < until; ++i) {
    const Event& event = history_.events[steps[i]];
    // A fence's own epoch begins behind it.
    if (steps[i] > seen && event.op == Op::fence && event.sc &&
        lane(event) == lane(history_.events[seen]) &&
        visible.at(event.slot) + 1 >= event.epoch)
      return i;
  }
  return std::nullopt;
}

void FencedWrites::tell(const std::vector<Index>& steps,
                        const std::vector<std::size_t>& place,
                        std::vector<Access>& shown) const {
  if (changes_.empty()) return;
  std::map<Lane, std::set<std::size_t>>
      told;  // Places of writes, by who cannot miss them.
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Event& step = history_.events[steps[i]];
    const Lane own = lane(step);
    Access& access = shown[place[i]];
    told[own].insert(access.after.begin(), access.after.end());
    const Clock* known = history_.known_after(steps[i]);
    const Clock visible = visible_at(own, steps[i]);
    if (!known || visible.empty()) continue;
    for (std::size_t j = 0; j < i; ++j) {
      const Event& write = history_.events[steps[j]];
      if (!is_strong_write(write.op) || write.overwritten || lane(write) == own ||
          known->at(write.slot) >= write.epoch || told[own].contains(place[j]))
        continue;
      const auto seen = seen_by(visible, steps[j], steps, i);
      if (!seen) continue;
      told[own].insert(place[j]);
      access.fenced.push_back({place[j], std::nullopt});
      if (step.op != Op::fence) continue;
      if (const auto fence = fence_behind(visible, *seen, steps, i))
        access.fenced.back().fence = place[*fence];
    }
  }
}

}  // namespace gridlock::sim
