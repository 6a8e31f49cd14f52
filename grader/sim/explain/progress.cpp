#include "sim/explain/progress.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "sim/explain/cause_makers.h"

namespace gridlock::sim {

namespace {

/// The number of last steps that are examined; a finite loop may take fewer.
constexpr std::size_t kWindow = 20'000;
/// A loop without progress has few places, and its words take few values, again and
/// again.
constexpr std::size_t kPlacesMax = 6;
constexpr std::size_t kValuesMax = 64;

/// One round of the loop that the threads repeat.
struct Round {
  std::map<std::uint64_t, const char*> places;  ///< Calls, by program counter.
  std::map<std::uintptr_t, std::set<std::uint64_t>>
      values;  ///< Values, by the word written.
  std::set<Slot> threads;
};

/// Whether all of the last steps are repeated attempts.  If so, describes them in
/// `round`.
bool goes_round(const std::vector<Event>& events, bool whole_program, Round& round) {
  if (events.size() < kWindow) return false;
  for (std::size_t i = events.size() - kWindow; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.op == Op::write || event.op == Op::barrier_arrive) return false;
    if (is_plain(event.op)) continue;
    round.threads.insert(event.slot);
    round.places[event.pc] = event.name;
    if (is_strong_write(event.op)) round.values[event.address].insert(event.value);
    if (round.places.size() > kPlacesMax || round.values.size() > kPlacesMax)
      return false;
  }
  // A lab's inputs are small: no loop in it counts that far and then ends.
  for (const auto& [word, values] : round.values)
    if (whole_program && values.size() > kValuesMax) return false;
  return !round.values.empty();
}

/// What the thread's loop lacks, if the thread's latest steps look at no more than one
/// word; nothing for other loops.
std::optional<Cause> lacking_in_loop(const Machine& machine,
                                     const std::vector<Event>& events,
                                     const Thread& thread) {
  constexpr std::size_t kSteps = 64;
  const Event* look = nullptr;
  std::size_t steps = 0;
  const auto value_seen = [](const Event& event) {
    return event.op == Op::read ? event.found : event.value;
  };
  for (std::size_t i = events.size(); i-- > 0 && steps < kSteps;) {
    const Event& event = events[i];
    if (event.slot != thread.slot) continue;
    ++steps;
    if (event.op == Op::fence) continue;
    if (event.op == Op::barrier_arrive || (is_write(event) && !event.same) ||
        (look && (look->address != event.address || look->op != event.op ||
                  value_seen(*look) != value_seen(event))))
      return std::nullopt;
    look = &event;
  }
  if (steps < kSteps) return std::nullopt;
  if (!look) return LoopWithoutReads{at(thread.waiting_pc)};
  const auto value = value_of(*look, value_seen(*look));
  if (!value) return std::nullopt;
  return LoopReadsTheSame{operation_of(*look), machine.name_of(look->address, look->size),
                          *value};
}

}  // namespace

void explain_no_progress(const Machine& machine, const std::vector<Event>& events,
                         Finding& finding) {
  if (auto* running = finding.what.front().get_if<StillRunning>())
    running->at_barriers = std::any_of(
        events.end() - static_cast<std::ptrdiff_t>(std::min(kWindow, events.size())),
        events.end(), [&](const Event& event) {
          return event.op == Op::barrier_arrive && event.slot == machine.current()->slot;
        });
  Round round;
  if (!goes_round(events, machine.options.whole_program, round)) {
    const auto cause = lacking_in_loop(machine, events, *machine.current());
    if (cause && finding.missing.empty()) finding.missing = {*cause};
    return;
  }
  OnlyRepeats cause;
  cause.steps = machine.steps();
  cause.threads = round.threads.size();
  for (const auto& [pc, name] : round.places) cause.tries.push_back({name, at(pc)});
  for (const auto& [address, values] : round.values)
    cause.words.push_back(machine.name_of(address));
  finding.what = {std::move(cause)};
  finding.missing = {WaitersWrite{}};
}

}  // namespace gridlock::sim
