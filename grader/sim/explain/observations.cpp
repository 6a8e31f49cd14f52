#include "sim/explain/observations.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "sim/explain/cause_makers.h"
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
  // In `next`: the thread has taken another branch in `other`, so the rest of its
  // observations is not compared.
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

namespace {

/// Finds reads that may be stale unnoticed: an earlier launch left the same value.
class MaskedReads {
 public:
  explicit MaskedReads(const Machine& machine) : machine_(machine) {}

  std::optional<StaleAccess> look(std::size_t index) {
    const Event& event = events_[index];
    const bool counts = event.block != 0 && machine_.memory.stays(event.address);
    if (counts && is_strong_write(event.op) && !event.only_read)
      writes_[{event.word, event.detail}] = index;
    if (!counts || event.op == Op::read_modify_write || !is_strong_read(event.op))
      return std::nullopt;
    const auto write = writes_.find({event.word, seen_write(event)});
    if (write == writes_.end()) return std::nullopt;
    std::size_t& latest = seen_[{event.block, event.slot, events_[write->second].slot}];
    const bool has_seen_later = latest > write->second;
    latest = std::max(latest, write->second);
    if (!has_seen_later || !is_masked(index, write)) return std::nullopt;
    return stale(event, events_[write->second]);
  }

 private:
  using Writes = std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t>;

  std::uint64_t launch_of(const Event& event) const {
    return machine_.actor(event.slot, event.epoch).kernel_number;
  }

  bool is_masked(std::size_t read, Writes::const_iterator write) const {
    const Event& now = events_[write->second];
    if (write == writes_.begin() || now.block == events_[read].block) return false;
    const Clock* const known = machine_.history.known_after(read);
    if (!known || known->at(now.slot) >= now.epoch) return false;
    const auto& [word, index] = *std::prev(write);
    const Event& before = events_[index];
    return word.first == now.word && now.left_known && before.left_known &&
           now.left == before.left && launch_of(before) != launch_of(now) &&
           launch_of(now) == launch_of(events_[read]);
  }

  static StaleAccess stale(const Event& read, const Event& write) {
    return {.slot = read.slot,
            .epoch = read.epoch,
            .pc = read.pc,
            .address = read.address,
            .size = read.size,
            .value = read.found,
            .missed_slot = write.slot,
            .missed_epoch = write.epoch,
            .missed_pc = write.pc,
            .missed_value = write.left};
  }

  const Machine& machine_;
  const std::vector<Event>& events_ = machine_.history.events;
  Writes writes_;  ///< Indexed by word, then by number on the word.
  /// For a thread of a block, and the slot of a writer: the latest write of that slot
  /// that the thread has seen.  The key is the block, the thread's slot and the writer's.
  std::map<std::tuple<std::uint64_t, Slot, Slot>, std::size_t> seen_;
};

}  // namespace

std::optional<StaleAccess> masked_read(const Machine& machine) {
  MaskedReads reads(machine);
  for (std::size_t i = 0; i < machine.history.events.size(); ++i)
    if (const auto read = reads.look(i)) return read;
  return std::nullopt;
}

}  // namespace gridlock::sim
