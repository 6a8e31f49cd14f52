#include "sim/explain_progress.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/explain_words.h"

namespace gridlock::sim {

namespace {

/// As many of the last steps are looked at; in fewer a loop with an end may not end.
constexpr std::size_t kWindow = 20'000;
/// What goes round is short, and comes back to the values that it had.
constexpr std::size_t kPlacesMax = 6;
constexpr std::size_t kValuesMax = 64;

/// What is done again and again.
struct Round {
  std::map<std::uint64_t, const char*> places;               ///< By program counter.
  std::map<std::uintptr_t, std::set<std::uint64_t>> values;  ///< By word written.
  std::set<Slot> threads;
};

/// Whether all of the last steps are tries; then `round` says which.
bool goes_round(const std::vector<Event>& events, Round& round) {
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
  for (const auto& [word, values] : round.values)
    if (values.size() > kValuesMax) return false;
  return !round.values.empty();
}

}  // namespace

void explain_no_progress(const Machine& machine, const std::vector<Event>& events,
                         Finding& finding) {
  Round round;
  if (!goes_round(events, round)) return;
  std::vector<std::string> tries, words;
  for (const auto& [pc, name] : round.places)
    tries.push_back(fmt::format("the {} in {}", name, at(pc)));
  for (const auto& [address, values] : round.values)
    if (std::string word = machine.name_of(address); !word.empty()) words.push_back(word);
  finding.message = fmt::format(
      "After {} steps nobody gets on: {} only repeat{} {}{}.", machine.counters().steps,
      round.threads.size() == 1 ? "a thread"
                                : fmt::format("{} threads", round.threads.size()),
      round.threads.size() == 1 ? "s" : "", fmt::join(tries, ", "),
      words.empty() ? "" : fmt::format(" on {}", fmt::join(words, " and ")));
  finding.missing =
      "Whoever waits in that loop also writes the word that is waited for, so that the "
      "threads may keep each other waiting for ever.  Wait with reads alone, and write "
      "only in the step that succeeds, as atomicCAS does.  If the loop has an end, give "
      "it a smaller input.";
}

}  // namespace gridlock::sim
