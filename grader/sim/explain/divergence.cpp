#include "sim/explain/divergence.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "sim/explain/cause_makers.h"

namespace gridlock::sim {

namespace {

bool is_look(const Event& event) {
  return event.op == Op::read || event.op == Op::volatile_read ||
         event.op == Op::atomic_load;
}

/// The events of a thread, in program order.
std::vector<const Event*> steps_of(const std::vector<Event>& events,
                                   const Thread& thread) {
  std::vector<const Event*> steps;
  for (const Event& event : events)
    if (event.slot == thread.slot && event.block == thread.block->uid)
      steps.push_back(&event);
  return steps;
}

/// The steps of two threads.
struct Pair {
  const std::vector<const Event*>& one;
  const std::vector<const Event*>& other;

  /// The step of `one` that corresponds to this load of `other`: the load of the same
  /// address at the same line, in the same repetition.  Nothing if there is none.
  std::optional<std::size_t> partner(std::size_t look) const {
    const Event& event = *other[look];
    const auto is_same = [&](const Event* step) {
      return is_look(*step) && step->pc == event.pc && step->address == event.address &&
             step->home == event.home;
    };
    std::size_t turn = 0;  // Number of earlier such loads by `other`.
    for (std::size_t i = 0; i < look; ++i) turn += is_same(other[i]);
    for (std::size_t i = 0; i < one.size(); ++i)
      if (is_same(one[i]) && turn-- == 0) return i;
    return std::nullopt;
  }

  /// Whether both threads do nothing after these steps but load equal values, until one
  /// takes another branch or has no more steps.
  bool part_behind(std::size_t of_one, std::size_t of_other) const {
    for (++of_one, ++of_other; of_one < one.size() && of_other < other.size();
         ++of_one, ++of_other) {
      if (one[of_one]->pc != other[of_other]->pc) return true;
      if (!is_look(*one[of_one]) || one[of_one]->value != other[of_other]->value)
        return false;
    }
    return true;
  }
};

}  // namespace

std::optional<FoundDifferently> found_differently(const Machine& machine,
                                                  const Thread& one,
                                                  const Thread& other) {
  const auto& events = machine.history.events;
  const auto ones = steps_of(events, one), others = steps_of(events, other);
  const Pair pair{ones, others};
  for (std::size_t last = others.size(); last-- > 0;) {
    if (!is_look(*others[last])) continue;
    const auto before = pair.partner(last);
    if (!before) return std::nullopt;
    const Event &first = *ones[*before], &look = *others[last];
    if (first.value == look.value) continue;
    const auto found = value_of(first, first.value);
    const auto found_by_other = value_of(look, look.value);
    if (!found || !found_by_other || !pair.part_behind(*before, last))
      return std::nullopt;
    return FoundDifferently{
        machine.name_of(look.address, look.size),      at(look.pc),
        machine.actor(one.slot, one.epoch).thread,     *found,
        machine.actor(other.slot, other.epoch).thread, *found_by_other};
  }
  return std::nullopt;
}

std::optional<CameByDifferentCalls> came_by_different_calls(const Machine& machine,
                                                            const Block& block) {
  std::map<std::uint64_t, const Event*> meetings;  // The first arrival at each.
  const Event *one = nullptr, *other = nullptr;
  for (const Event& event : machine.history.events) {
    if (event.op != Op::barrier_arrive || event.block != block.uid) continue;
    const Event* first = meetings.try_emplace(event.detail, &event).first->second;
    if (one || event.pc != first->pc || event.caller == first->caller) continue;
    one = first;
    other = &event;
  }
  if (!one || one->caller == 0 || other->caller == 0) return std::nullopt;
  using Threads = std::set<std::array<int, 3>>;
  std::map<std::uint64_t, Threads> callers;
  for (const Event& event : machine.history.events)
    if (event.op == Op::barrier_arrive && event.block == block.uid && event.pc == one->pc)
      callers[event.caller].insert(machine.actor(event.slot, event.epoch).thread);
  if (callers[other->caller].size() < callers[one->caller].size()) std::swap(one, other);
  const Threads& few = callers[one->caller];
  return CameByDifferentCalls{
      at(one->pc), at(one->caller), {few.begin(), few.end()}, at(other->caller)};
}

}  // namespace gridlock::sim
