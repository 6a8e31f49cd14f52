#include "sim/explain/known_steps.h"

#include <algorithm>

namespace gridlock::sim {

KnownSteps::KnownSteps(const History& history) : history_(history) {
  for (Index i = 0; i < history.events.size(); ++i) {
    const Event& event = history.events[i];
    if (event.op == Op::barrier_arrive)
      arrivals_[{event.block, event.detail}].push_back(i);
  }
}

std::optional<Clock> KnownSteps::after(Index at) const {
  const Clock* known = history_.known_after(at);
  if (!known) return std::nullopt;
  Clock clock = *known;
  const Event& event = history_.events[at];
  if (event.op != Op::barrier_arrive) return clock;
  // After a barrier, each thread knows everything that any of them knew and did before
  // it.
  for (const Index other : arrivals_.at({event.block, event.detail}))
    if (const Clock* theirs = history_.known_after(other)) clock.join(*theirs);
  return clock;
}

void KnownSteps::tell(const std::vector<Index>& steps,
                      const std::vector<std::size_t>& place,
                      std::vector<Access>& shown) const {
  std::map<Lane, std::vector<std::size_t>>
      seen;  // Steps of `shown`, by the threads that saw them.
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Lane own = lane(history_.events[steps[i]]);
    Access& access = shown[place[i]];
    seen[own].insert(seen[own].end(), access.after.begin(), access.after.end());
    if (const auto clock = after(steps[i]))
      access.knows = known_by(own, *clock, steps[i], steps, place, seen[own]);
  }
}

void KnownSteps::tell_last(Slot slot, std::uint64_t block,
                           const std::vector<Index>& steps,
                           const std::vector<std::size_t>& place,
                           std::vector<Access>& shown) const {
  const std::vector<Event>& events = history_.events;
  for (Index i = events.size(); i-- > 0;) {
    if (lane(events[i]) != Lane(slot, block)) continue;
    std::vector<std::size_t> seen;
    for (std::size_t step = 0; step < steps.size(); ++step)
      if (lane(events[steps[step]]) == Lane(slot, block))
        for (const std::uint64_t before : shown[place[step]].after)
          seen.push_back(before);
    if (const auto clock = after(i))
      shown.back().knows =
          known_by({slot, block}, *clock, events.size(), steps, place, seen);
    return;
  }
}

std::vector<std::uint64_t> KnownSteps::known_by(
    const Lane& own, const Clock& clock, Index until, const std::vector<Index>& steps,
    const std::vector<std::size_t>& place, const std::vector<std::size_t>& seen) const {
  const auto is_in = [](const std::vector<std::size_t>& list, std::size_t one) {
    return std::find(list.begin(), list.end(), one) != list.end();
  };
  const Event* met = until < history_.events.size() ? &history_.events[until] : nullptr;
  std::map<Lane, std::size_t> last;  // The last known step of each lane.
  std::map<Lane, bool> is_open;      // Only fences have followed that step.
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Event& event = history_.events[steps[i]];
    const Lane other = lane(event);
    if (other == own) continue;
    const bool same_barrier = met && meet(*met, event);
    if (steps[i] > until && !same_barrier) continue;
    if (same_barrier || clock.at(event.slot) >= event.epoch) {
      last[other] = place[i];
      is_open[other] = true;
    } else if (is_open[other] && is_in(seen, place[i])) {
      // A thread that has seen a signal also knows the fences directly before it.
      last[other] = place[i];
    } else if (event.op != Op::fence) {
      is_open[other] = false;
    }
  }
  std::vector<std::uint64_t> known;
  for (const auto& [other, step] : last) known.push_back(step);
  std::sort(known.begin(), known.end());
  return known;
}

}  // namespace gridlock::sim
