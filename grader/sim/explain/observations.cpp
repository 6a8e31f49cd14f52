#include "sim/explain/observations.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "sim/explain/parts.h"
#include "sim/explain/storyline.h"

namespace gridlock::sim {

namespace {

constexpr std::size_t kObservationsMax = 100'000;

auto thread_of(const Observation& seen) {
  return std::tuple(seen.kernel, seen.block, seen.thread);
}

/// The strong write that the event saw, if the history has it.
const Event* seen_by(const std::vector<Event>& events, std::size_t index) {
  const Event& read = events[index];
  for (std::size_t i = index; i-- > 0;)
    if (is_strong_write(events[i].op) && events[i].word == read.word &&
        events[i].detail == seen_write(read))
      return &events[i];
  return nullptr;
}

}  // namespace

std::vector<Observation> observations(const Machine& machine) {
  const std::vector<Event>& events = machine.history.events;
  std::vector<Observation> all;
  std::map<Slot, std::size_t> last;  // Last observation of each thread.
  for (std::size_t i = 0; i < events.size() && all.size() < kObservationsMax; ++i) {
    const Event& event = events[i];
    if (!is_strong_read(event.op)) continue;
    const Actor who = machine.actor(event.slot, event.epoch);
    if (who.host) continue;
    const Observation seen{who.kernel_number, who.block,   who.thread,
                           event.pc,          event.found, i};
    const auto before = last.find(event.slot);
    const bool looks_again = before != last.end() &&
                             thread_of(all[before->second]) == thread_of(seen) &&
                             all[before->second].pc == seen.pc &&
                             events[all[before->second].event].word == event.word;
    if (looks_again && event.op != Op::read_modify_write) {
      all[before->second] = seen;
      continue;
    }
    last[event.slot] = all.size();
    all.push_back(seen);
  }
  return all;
}

std::optional<Difference> first_difference(const std::vector<Observation>& one,
                                           const std::vector<Observation>& other) {
  using Who = decltype(thread_of(one.front()));
  std::map<Who, std::vector<const Observation*>> there;
  for (const Observation& seen : other) there[thread_of(seen)].push_back(&seen);
  std::map<Who, std::size_t> next;
  // From here on, this thread takes another branch in `other`.
  constexpr std::size_t kElsewhere = ~std::size_t{0};
  for (const Observation& here : one) {
    std::size_t& at = next[thread_of(here)];
    const auto& list = there[thread_of(here)];
    if (at == kElsewhere) continue;
    if (at >= list.size() || list[at]->pc != here.pc) {
      at = kElsewhere;
      continue;
    }
    if (list[at]->found != here.found) return Difference{here.event, list[at]->found};
    ++at;
  }
  return std::nullopt;
}

Finding what_decided(const Machine& machine, const ExecutionOptions::Decision& decision) {
  Finding finding;
  finding.kind = Advice::output_differs;
  const std::vector<Event>& events = machine.history.events;
  if (decision.event >= events.size()) {
    finding.what = {OutputDiffers{}};
    return finding;
  }
  const Storyline story(machine, events);
  const Event& event = events[decision.event];
  const Access read = story.step(event);
  finding.what = {OutputDiffers{operation_of(event), read.location,
                                value_of(event, event.found),
                                value_of(event, decision.elsewhere)}};
  if (const Event* write = seen_by(events, decision.event))
    finding.accesses.push_back(story.step(*write));
  finding.accesses.push_back(read);
  finding.interleaving = story.last_steps(false);
  return finding;
}

}  // namespace gridlock::sim
