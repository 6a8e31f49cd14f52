#include "sim/explain/storyline.h"

#include <algorithm>
#include <deque>
#include <string>

#include "common/text.h"
#include "sim/execution/arrivals.h"
#include "sim/explain/cause_makers.h"
#include "sim/explain/fenced_writes.h"
#include "sim/explain/known_steps.h"
#include "sim/explain/stream_links.h"

namespace gridlock::sim {

namespace {

constexpr std::size_t kStepsShown = 20;
/// Numbers of last steps, and of calls of the API, that are shown.
constexpr std::size_t kLastStepsShown = 120;
constexpr std::size_t kApiShown = 2;
/// All calls on streams are shown if the host made at most so many.
constexpr std::ptrdiff_t kCallsShown = 24;

/// Whether two threads meet at this barrier.  Two different calls of __syncthreads() do
/// not match, even if both threads have passed equally many barriers.
bool is_same_barrier(const Event& one, const Event& other) {
  return meet(one, other) && one.pc == other.pc;
}

/// A variable or an allocation as a whole, without an index.
using WholeVariable =
    std::tuple<std::string, std::vector<std::uint64_t>, std::uint64_t, Location::Kind>;

WholeVariable whole(const Location& location) {
  return {location.name.substr(0, location.name.find('[')), location.created_at.calls,
          location.created_at.caller, location.kind};
}

void sort_unique(std::vector<std::size_t>& steps) {
  std::ranges::sort(steps);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
}

/// The predecessors of each event in a part of the history.
class Before {
 public:
  static constexpr Index kNone = ~Index{0};

  Before(const std::vector<Event>& events, Index first) : events_(events), first_(first) {
    for (Index i = first; i < events.size(); ++i) {
      const Event& event = events[i];
      const auto lane = std::pair(event.slot, event.block);
      const auto last = last_of_.find(lane);
      in_lane_.push_back(last == last_of_.end() ? kNone : last->second);
      last_of_[lane] = i;
      Index writer = kNone;
      if (is_strong_read(event.op))
        if (const auto found = writers_.find({event.word, seen_write(event)});
            found != writers_.end())
          writer = found->second;
      seen_.push_back(writer);
      if (is_strong_write(event.op)) writers_[{event.word, event.detail}] = i;
      if (event.op == Op::barrier_arrive)
        arrivals_[{event.block, event.detail}].push_back(i);
    }
  }

  Index last_of(Slot slot, std::uint64_t block) const {
    const auto found = last_of_.find({slot, block});
    return found == last_of_.end() ? kNone : found->second;
  }
  Index in_lane(Index at) const { return in_lane_[at - first_]; }

  /// The predecessors in other threads.
  std::vector<Index> hops(Index at) const {
    const Event& event = events_[at];
    if (event.op == Op::barrier_arrive) return arrivals_.at({event.block, event.detail});
    const Index writer = seen_[at - first_];
    return writer == kNone ? std::vector<Index>{} : std::vector<Index>{writer};
  }

 private:
  const std::vector<Event>& events_;
  Index first_;
  std::map<std::pair<Slot, std::uint64_t>, Index> last_of_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Index> writers_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<Index>> arrivals_;
  std::vector<Index> in_lane_;
  std::vector<Index> seen_;
};

void note_fill(Access& access, const ApiStep* work) {
  if (work && work->fills && access.note.kind == StepNote::Kind::none)
    access.note = {.kind = StepNote::Kind::fills, .bytes = work->bytes};
}

/// The arrivals of the racing threads at the last barrier where both met.
std::vector<std::size_t> last_meeting(const std::vector<Event>& events,
                                      const Storyline::Race& race) {
  std::map<std::uint64_t, std::vector<std::size_t>> met;
  for (std::size_t i = 0; i < race.first; ++i) {
    const Event& event = events[i];
    if (event.op == Op::barrier_arrive && event.block == race.later_block &&
        (event.slot == race.earlier || event.slot == race.later))
      met[event.detail].push_back(i);
  }
  for (auto last = met.rbegin(); last != met.rend(); ++last)
    if (last->second.size() == 2) return last->second;
  return {};
}

bool launches_kernel_of(const ApiStep& step, const Access& access) {
  return step.kind == ApiStep::Kind::kernel && step.kernel != 0 &&
         step.kernel == access.kernel;
}

/// The last of these steps.  For many consecutive steps of one thread, the first and the
/// last are enough.
std::vector<std::size_t> last_of(const std::vector<std::size_t>& all,
                                 const std::vector<Event>& events) {
  std::vector<std::size_t> steps;
  const auto slot = [&](std::size_t i) { return events[all[i]].slot; };
  for (std::size_t i = all.size(); i-- > 0 && steps.size() < kLastStepsShown;) {
    const bool at_an_end =
        i == 0 || i + 1 == all.size() || slot(i - 1) != slot(i) || slot(i + 1) != slot(i);
    if (at_an_end || all.size() <= kLastStepsShown) steps.push_back(all[i]);
  }
  return steps;
}

/// The calls to show beside steps of several kernels: their launches and, if there are
/// few calls, the others.
std::vector<std::size_t> calls_beside(const Machine& machine,
                                      const std::set<std::uint64_t>& kernels,
                                      bool with_data) {
  std::vector<std::size_t> calls;
  const std::vector<ApiEvent>& api = machine.history.api;
  const auto asked =
      std::ranges::count_if(api, [](const ApiEvent& event) { return !event.done; });
  const bool few = with_data && asked <= kCallsShown;
  for (std::size_t i = 0; i < api.size() && kernels.size() > 1; ++i) {
    const ApiStep& step = machine.streams.steps()[api[i].step];
    const bool launches =
        step.kind == ApiStep::Kind::kernel && kernels.count(step.kernel);
    const bool orders =
        step.kind == ApiStep::Kind::record || step.kind == ApiStep::Kind::wait;
    if (api[i].done ? few && orders : few || launches) calls.push_back(i);
  }
  return calls;
}

/// The stream of the kernel or the copy that makes this access.
int stream_of_end(const std::vector<ApiStep>& asked, const Access& end) {
  for (const ApiStep& step : asked)
    if (end.kernel != 0 && step.kernel == end.kernel)
      return static_cast<int>(step.stream);
  return end.stream;
}

/// Orders the first step of each thread of a kernel after the launch of that kernel.
void link_launches(std::vector<Access>& shown) {
  std::set<std::tuple<std::uint64_t, std::array<int, 3>, std::array<int, 3>>> begun;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    Access& access = shown[i];
    if (access.host || access.kernel == 0 ||
        !begun.insert({access.kernel, access.block, access.thread}).second)
      continue;
    for (std::size_t j = 0; j < i; ++j)
      if (shown[j].host && shown[j].kernel == access.kernel && access.after.empty())
        access.after.push_back(j);
  }
}

}  // namespace

Storyline::Storyline(const Machine& machine, const std::vector<Event>& events)
    : machine_(machine), events_(events) {
  for (const Event& event : events)
    if (event.value_kind == ValueKind::flags) flags_.insert(event.address);
}

/// The path with the fewest hops, searching back from the later access.
std::vector<Index> Storyline::way(const Race& race) const {
  // A thread that meets the earlier one at a barrier may arrive before `race.first`.
  constexpr Index kBefore = 100'000;
  const Index base = race.first > kBefore ? race.first - kBefore : 0;
  const Before before(events_, base);
  const Index end = before.last_of(race.later, race.later_block);
  if (end == Before::kNone) return {};
  constexpr Index kFar = Before::kNone;
  const std::size_t count = events_.size() - base;
  std::vector<Index> hops(count, kFar), next(count, Before::kNone);
  std::deque<Index> open{end};
  hops[end - base] = 0;
  const auto reach = [&](Index to, Index from, Index distance, bool hop) {
    if (to == Before::kNone || hops[to - base] <= distance) return;
    hops[to - base] = distance;
    next[to - base] = from;
    hop ? open.push_back(to) : open.push_front(to);
  };
  while (!open.empty()) {
    const Index at = open.front();
    open.pop_front();
    if (at == race.first) break;
    const Index distance = hops[at - base];
    reach(before.in_lane(at), at, distance, false);
    for (const Index from : before.hops(at)) reach(from, at, distance + 1, true);
  }
  if (hops[race.first - base] == kFar) return {};
  std::vector<Index> steps;
  for (Index at = race.first; at != Before::kNone; at = next[at - base])
    steps.push_back(at);
  return steps;
}

/// The beginning and the fences of a path, and both ends of each hop.
std::vector<Index> Storyline::milestones(const std::vector<Index>& way) const {
  std::vector<Index> steps;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const Event& event = events_[way[i]];
    const bool from = i + 1 < way.size() && !same_thread(event, events_[way[i + 1]]);
    const bool to = i > 0 && !same_thread(event, events_[way[i - 1]]);
    if (i == 0 || event.op == Op::fence || from || to) steps.push_back(way[i]);
  }
  return steps;
}

/// The block's last atomic or volatile loads before its access `before`, one per word.
std::vector<Index> Storyline::last_looks_of_block(Index before) const {
  constexpr std::size_t kSeenShown = 2;
  std::vector<Index> steps;
  for (Index i = before; i-- > 0 && steps.size() < kSeenShown;) {
    const Event& event = events_[i];
    if (event.block != events_[before].block || event.block == 0 ||
        !is_strong_read(event.op))
      continue;
    const bool again = std::ranges::any_of(
        steps, [&](Index later) { return events_[later].address == event.address; });
    if (!again) steps.push_back(i);
  }
  return steps;
}

/// The last few atomic or volatile writes before this load, to the word that it reads.
std::vector<Index> Storyline::writes_before_look(Index look) const {
  constexpr std::size_t kWritesShown = 4;
  std::vector<Index> steps;
  for (Index i = look; i-- > 0 && steps.size() < kWritesShown;) {
    const Event& event = events_[i];
    if (event.address == events_[look].address && is_strong_write(event.op) &&
        !event.same)
      steps.push_back(i);
  }
  return steps;
}

/// The synchronization of the two threads since the first access, and what their blocks
/// saw before it.
std::vector<Index> Storyline::around(const Race& race) const {
  std::vector<Index> steps{race.first};
  const Event& first = events_[race.first];
  if (first.block == race.later_block && first.block != 0) {
    const std::vector<Index> met = last_meeting(events_, race);
    steps.insert(steps.end(), met.begin(), met.end());
  }
  // Earlier loads of a block show why it did not wait, or why it considered itself the
  // last.
  if (first.block != race.later_block) {
    const std::vector<Index> seen = last_looks_of_block(race.first);
    steps.insert(steps.end(), seen.begin(), seen.end());
    if (first.op == Op::read && !seen.empty()) {
      const std::vector<Index> made = writes_before_look(seen.front());
      steps.insert(steps.end(), made.begin(), made.end());
    }
  }
  for (Index i = race.first; i < events_.size(); ++i) {
    const Event& event = events_[i];
    const bool involved = event.slot == race.earlier || event.slot == race.later;
    const bool on_location = event.address < race.address + race.size &&
                             race.address < event.address + event.size;
    if (involved && (!is_plain(event.op) || on_location)) steps.push_back(i);
  }
  return steps;
}

std::vector<Access> Storyline::of_race(const Race& race, const Access& last) const {
  std::vector<Index> steps;
  if (race.first < events_.size()) {
    steps = milestones(way(race));
    if (steps.empty()) steps = around(race);
  }
  steps.insert(steps.end(), race.named.begin(), race.named.end());
  sort_unique(steps);
  // The later access itself is added at the end.
  if (!steps.empty() && events_[steps.back()].slot == race.later &&
      events_[steps.back()].pc == last.pc && steps.back() != race.first)
    steps.pop_back();
  if (steps.size() > kStepsShown) {
    std::vector<Index> kept(steps.begin(), steps.begin() + kStepsShown / 2);
    kept.insert(kept.end(), steps.end() - kStepsShown / 2, steps.end());
    steps = kept;
  }
  std::vector<std::size_t> api;
  if (race.first < events_.size())
    api = api_around(race, step(events_[race.first]), last);
  Shown story = story_of(steps, api, race.first);
  story.accesses.push_back(last);
  Access& later = story.accesses.back();
  later.racing = true;
  if (race.size <= sizeof(std::uint64_t))
    later.found = plain_value(peek(race.address, race.size), race.size);
  KnownSteps(machine_.history)
      .tell_last(race.later, race.later_block, story.steps, story.place, story.accesses);
  link_launches(story.accesses);
  link_streams(story);
  link_waits(story);
  return std::move(story.accesses);
}

/// Launches of the two kernels; records after the first access, in its stream; and waits
/// before the last access, in its stream.
std::vector<std::size_t> Storyline::api_around(const Race& race, const Access& first,
                                               const Access& last) const {
  const std::vector<ApiStep>& asked = machine_.streams.steps();
  if (first.kernel == last.kernel && first.stream < 0 && last.stream < 0) return {};
  const int from = stream_of_end(asked, first), to = stream_of_end(asked, last);
  std::vector<std::size_t> launches, records, waits;
  const std::vector<ApiEvent>& api = machine_.history.api;
  for (std::size_t i = 0; i < api.size(); ++i) {
    const ApiStep& step = asked[api[i].step];
    const int stream = static_cast<int>(step.stream);
    if (!api[i].done) {
      if (launches_kernel_of(step, first) || launches_kernel_of(step, last))
        launches.push_back(i);
    } else if (step.kind == ApiStep::Kind::wait && stream == to) {
      waits.push_back(i);
    } else if (step.kind == ApiStep::Kind::record && stream == from &&
               api[i].position > race.first && records.size() < kApiShown) {
      records.push_back(i);
    }
  }
  if (waits.size() > kApiShown) waits.erase(waits.begin(), waits.end() - kApiShown);
  launches.insert(launches.end(), records.begin(), records.end());
  launches.insert(launches.end(), waits.begin(), waits.end());
  sort_unique(launches);
  return launches;
}

std::vector<Access> Storyline::last_steps(bool with_data,
                                          const std::set<std::string>& words) const {
  std::vector<Index> all, without_fences;
  for (Index i = 0; i < events_.size(); ++i) {
    if (is_plain(events_[i].op)) continue;
    all.push_back(i);
    if (events_[i].op != Op::fence) without_fences.push_back(i);
  }
  // A story that is too long leaves out the fences.
  if (all.size() > kLastStepsShown) all = std::move(without_fences);
  if (with_data) {
    std::vector<Index> data = exchanges();
    if (all.size() + data.size() > kLastStepsShown) data.clear();
    for (const auto& more : {data, reads_of_new_memory()})
      all.insert(all.end(), more.begin(), more.end());
    sort_unique(all);
  }
  std::vector<Index> steps = last_of(all, events_);
  const std::vector<WordWrite> writes = writes_to(words);
  const std::vector<Index> telling = what_tells_of(words, writes);
  for (const WordWrite& write : writes) steps.push_back(write.at);
  steps.insert(steps.end(), telling.begin(), telling.end());
  std::set<std::uint64_t> kernels;
  for (const Index i : steps)
    kernels.insert(machine_.actor(events_[i].slot, events_[i].epoch).kernel_number);
  Shown story = story_of(steps, calls_beside(machine_, kernels, with_data));
  for (Access& read : story.accesses)
    if (read.kind == StepKind::read && read.note.kind == StepNote::Kind::none &&
        read.found)
      read.note = {.kind = StepNote::Kind::reads, .value = *read.found};
  for (std::size_t i = 0; i < story.steps.size(); ++i)
    story.accesses[story.place[i]].telling =
        std::ranges::count(telling, story.steps[i]) > 0;
  link_launches(story.accesses);
  link_streams(story);
  link_waits(story);
  return std::move(story.accesses);
}

std::vector<Access> Storyline::last_writes(const std::set<std::uintptr_t>& words,
                                           const std::set<std::uint64_t>& streams) const {
  const std::vector<std::size_t> calls = last_done_by(streams);
  if (words.empty()) {
    std::vector<Access> steps = last_steps();
    return steps.empty() ? story_of({}, calls).accesses : steps;
  }
  std::vector<Index> steps =
      steps_at([&](const Event& event) { return words.count(event.address) != 0; });
  const bool includes_writes =
      std::ranges::any_of(steps, [&](Index i) { return is_strong_write(events_[i].op); });
  if (includes_writes) {
    const std::vector<Index> decided = what_decided(steps);
    steps.insert(steps.end(), decided.begin(), decided.end());
    const std::vector<Index> changes = changes_between(steps);
    steps.insert(steps.end(), changes.begin(), changes.end());
    return story_of(steps, calls).accesses;
  }
  // No thread wrote the awaited word, so show the threads that wrote beside it.
  std::set<WholeVariable> variables;
  for (const std::uintptr_t word : words)
    if (const Location location = machine_.name_of(word); location.is_known())
      variables.insert(whole(location));
  const auto is_one_of_them = [&](const Event& event) {
    return variables.count(whole(machine_.name_of(event.address))) != 0;
  };
  return story_of(steps_at(is_one_of_them), calls).accesses;
}

/// For each thread of these steps, the last load of another word that decided the
/// thread's path: a ticket drawn before its last step here, or a poll that ended after
/// that step.
std::vector<Index> Storyline::what_decided(const std::vector<Index>& steps) const {
  constexpr std::size_t kShown = 4;
  std::map<Lane, Index> last;
  std::set<std::uintptr_t> words;
  for (const Index i : steps) {
    Index& of_lane = last[lane(events_[i])];
    of_lane = std::max(of_lane, i);
    words.insert(events_[i].address);
  }
  std::vector<Index> more;
  for (Index i = events_.size(); i-- > 0 && more.size() < kShown;) {
    const Event& event = events_[i];
    const auto found = last.find(lane(event));
    if (found == last.end() || !is_strong_read(event.op)) continue;
    const bool is_later = i > found->second;
    if (words.contains(event.address) || (!is_later && event.op != Op::read_modify_write))
      continue;
    more.push_back(i);
    last.erase(found);
  }
  return more;
}

/// The last write between two of these steps on one word, if the later step finds another
/// value than the earlier one left.
std::vector<Index> Storyline::changes_between(std::vector<Index> steps) const {
  sort_unique(steps);
  std::vector<Index> changes;
  std::map<std::pair<std::uintptr_t, std::uint64_t>, Index> before;
  for (const Index i : steps) {
    const Event& event = events_[i];
    const bool is_shared = machine_.name_of(event.address).is_shared;
    const std::pair word{event.address, is_shared ? event.home : 0};
    const auto known = before.find(word);
    const std::optional<Value> left =
        known == before.end() ? std::nullopt : left_by(known->second);
    if (left && event.found_known && left->bits != event.found)
      for (Index j = i; --j > known->second;)
        if (events_[j].address == event.address && is_write(events_[j]) &&
            !events_[j].same && (!is_shared || events_[j].home == event.home)) {
          changes.push_back(j);
          break;
        }
    before[word] = i;
  }
  return changes;
}

/// The last steps of `history.api` that these streams have executed.
std::vector<std::size_t> Storyline::last_done_by(
    const std::set<std::uint64_t>& streams) const {
  std::vector<std::size_t> calls;
  const std::vector<ApiEvent>& api = machine_.history.api;
  for (std::size_t i = api.size(); i-- > 0 && calls.size() < kStepsShown;)
    if (api[i].done && streams.contains(machine_.streams.steps()[api[i].step].stream))
      calls.push_back(i);
  std::reverse(calls.begin(), calls.end());
  return calls;
}

/// The last load of each thread and the last writes, from the strong accesses that
/// `tells` picks.
std::vector<Index> Storyline::steps_at(
    const std::function<bool(const Event&)>& tells) const {
  constexpr std::size_t kAlike = 3;
  constexpr Index kFar = 100'000;
  std::vector<Index> steps;
  std::map<Slot, Index> later;  // The next step of each thread that is in the story.
  std::map<std::uint64_t, std::size_t> looks;  // Loads without a change, by place.
  const Index first = events_.size() > kFar ? events_.size() - kFar : 0;
  for (Index i = events_.size(); i-- > first && steps.size() < kStepsShown;) {
    const Event& event = events_[i];
    if (is_plain(event.op) || !tells(event)) continue;
    const auto next = later.find(event.slot);
    const bool last_look = next == later.end();
    // A poll by read-modify-writes that change nothing is shown by its last access.
    const bool polls = !last_look && event.same && event.pc == events_[next->second].pc &&
                       event.address == events_[next->second].address;
    if (!last_look && (polls || !is_strong_write(event.op))) continue;
    later[event.slot] = i;
    const bool only_looks = !is_strong_write(event.op) || event.same;
    if (only_looks && ++looks[event.pc] > kAlike) continue;
    steps.push_back(i);
  }
  return steps;
}

/// Lists the arrivals at a barrier together, at the position of the last one.
void Storyline::place_meetings(std::vector<Index>& steps) const {
  std::vector<Index> placed;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto same = [&](Index other) {
      return is_same_barrier(events_[steps[i]], events_[other]);
    };
    if (std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(i) + 1, steps.end(),
                    same))
      continue;
    for (std::size_t j = 0; j < i; ++j)
      if (same(steps[j])) placed.push_back(steps[j]);
    placed.push_back(steps[i]);
  }
  steps = placed;
}

Storyline::Shown Storyline::story_of(std::vector<Index> steps,
                                     const std::vector<std::size_t>& api,
                                     Index racing) const {
  sort_unique(steps);
  place_meetings(steps);
  std::vector<Access> shown;
  std::vector<std::size_t> place;
  std::vector<std::size_t> performed, called;
  std::map<std::uint64_t, std::size_t> records;
  std::size_t next = 0;
  const auto tell_calls = [&](Index until) {
    for (; next < api.size(); ++next) {
      const ApiEvent& call = machine_.history.api[api[next]];
      if (call.position > until) return;
      const ApiStep& asked = machine_.streams.steps()[call.step];
      shown.push_back(api_step(call));
      performed.resize(shown.size(), Shown::kNotAsked);
      called.resize(shown.size(), Shown::kNotAsked);
      (call.done ? performed : called).back() = call.step;
      if (asked.kind == ApiStep::Kind::record) records[asked.record] = shown.size() - 1;
      if (const auto found = records.find(asked.record);
          asked.kind == ApiStep::Kind::wait && found != records.end())
        shown.back().after = {found->second};
    }
  };
  for (const Index i : steps) {
    tell_calls(i);
    place.push_back(shown.size());
    shown.push_back(step(events_[i]));
    shown.back().racing = i == racing;
    tell_what_is_left(i, shown.back());
    if (const ApiStep* work = work_of(events_[i])) {
      performed.resize(shown.size(), Shown::kNotAsked);
      performed.back() = static_cast<std::size_t>(work - machine_.streams.steps().data());
    }
  }
  tell_calls(events_.size());
  link(steps, place, shown);
  KnownSteps(machine_.history).tell(steps, place, shown);
  FencedWrites(machine_.history, steps, place, shown).tell();
  performed.resize(shown.size(), Shown::kNotAsked);
  called.resize(shown.size(), Shown::kNotAsked);
  return {std::move(steps), std::move(place), std::move(shown), std::move(performed),
          std::move(called)};
}

/// Notes for each step which writes it saw and which threads it met.
void Storyline::link(const std::vector<Index>& steps,
                     const std::vector<std::size_t>& place,
                     std::vector<Access>& shown) const {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Event& event = events_[steps[i]];
    Access& access = shown[place[i]];
    access.times = looks_before(steps[i], access.earlier);
    for (std::size_t j = 0; j < i; ++j) {
      const Event& other = events_[steps[j]];
      if (is_same_barrier(event, other)) {
        if (shown[place[j]].meeting == 0) shown[place[j]].meeting = place[j] + 1;
        access.meeting = shown[place[j]].meeting;
      }
      if (is_strong_read(event.op) && is_strong_write(other.op) &&
          event.word == other.word && seen_write(event) == other.detail &&
          lane(event) != lane(other))
        access.after = {place[j]};
    }
  }
}

/// The step of the API that launched the kernel of this access.
std::size_t Storyline::launch_of(const Access& access) const {
  const std::vector<ApiStep>& steps = machine_.streams.steps();
  for (std::size_t i = 0; i < steps.size() && access.kernel != 0; ++i)
    if (steps[i].kind == ApiStep::Kind::kernel && steps[i].kernel == access.kernel)
      return i;
  return Shown::kNotAsked;
}

/// Links each operation to the last shown one that the streams execute before it.  Of a
/// kernel's thread, a copy or a fill, this concerns only the first step.  Links a copy or
/// a fill also to the host's call.
void Storyline::link_streams(Shown& story) const {
  const std::vector<ApiStep>& steps = machine_.streams.steps();
  story.asked.resize(story.accesses.size(), Shown::kNotAsked);
  story.called.resize(story.accesses.size(), Shown::kNotAsked);
  std::set<std::size_t> begun_work;
  std::set<std::tuple<std::uint64_t, std::array<int, 3>, std::array<int, 3>>> begun;
  for (std::size_t i = 0; i < story.accesses.size(); ++i) {
    Access& access = story.accesses[i];
    std::size_t& own = story.asked[i];
    if (!access.host) {
      own = launch_of(access);
      if (!begun.insert({access.kernel, access.block, access.thread}).second) continue;
    }
    if (own == Shown::kNotAsked) continue;
    if (steps[own].kind == ApiStep::Kind::work) {
      if (!begun_work.insert(own).second) continue;
      for (std::size_t j = 0; j < i; ++j)
        if (story.called[j] == own) access.after.push_back(j);
    }
    for (std::size_t j = i; j-- > 0;) {
      if (story.asked[j] >= own ||
          !machine_.streams.are_in_order(steps[story.asked[j]], steps[own]))
        continue;
      access.after.push_back(j);
      break;
    }
  }
}

/// Links each wait by the host to the shown operations for which it waits.  Skips an
/// operation if the streams execute a linked one after it.
void Storyline::link_waits(Shown& story) const {
  const Streams& streams = machine_.streams;
  const std::vector<ApiStep>& steps = streams.steps();
  for (std::size_t i = 0; i < story.accesses.size(); ++i) {
    const std::size_t own = story.called[i];
    if (own == Shown::kNotAsked || steps[own].kind != ApiStep::Kind::sync) continue;
    std::vector<std::size_t> found;
    for (std::size_t j = i; j-- > 0;) {
      const std::size_t before = story.asked[j];
      const auto follows = [&](std::size_t later) {
        return streams.are_in_order(steps[before], steps[later]);
      };
      if (before >= own || !streams.is_awaited_by(steps[before], steps[own]) ||
          std::ranges::any_of(found, follows))
        continue;
      found.push_back(before);
      story.accesses[i].after.push_back(j);
    }
  }
}

/// How often the thread has repeated this load of one word, this one included.
/// \param earlier receives the values that the earlier loads read: see Access
std::uint64_t Storyline::looks_before(Index at, std::vector<Value>& earlier) const {
  constexpr std::size_t kTold = 3;
  const Event& look = events_[at];
  std::uint64_t times = 1, newest = look.value;
  const auto only_reads = [](const Event& event) {
    return is_strong_read(event.op) && !is_strong_write(event.op);
  };
  if (!only_reads(look)) return times;
  for (Index i = at; i-- > 0;) {
    const Event& event = events_[i];
    if (lane(event) != lane(look)) continue;
    if (!only_reads(event) || event.pc != look.pc || event.address != look.address) break;
    ++times;
    if (event.value == std::exchange(newest, event.value)) continue;
    if (earlier.size() <= kTold)
      earlier.push_back(value_of(event, newest).value_or(Value{}));
  }
  if (earlier.size() > kTold) earlier.clear();
  std::reverse(earlier.begin(), earlier.end());
  return times;
}

/// The copy or fill to which the event belongs, or null.
const ApiStep* Storyline::work_of(const Event& event) const {
  if (event.slot == 0 || event.slot >= kFirstThreadSlot) return nullptr;
  return machine_.streams.work_of(event.slot, event.epoch);
}

int Storyline::stream_of(const Event& event) const {
  const ApiStep* work = work_of(event);
  return work ? static_cast<int>(work->stream) : -1;
}

/// The value that a write left in memory: as recorded or, failing that, what the next
/// access to the word found.
std::optional<Value> Storyline::left_by(Index write) const {
  const Event& event = events_[write];
  if (!is_write(event) || event.overwritten) return std::nullopt;
  if (event.left_known) return value_of(event, event.left);
  constexpr Index kSoon = 10'000;
  const bool is_shared = machine_.name_of(event.address).is_shared;
  for (Index i = write + 1; i < std::min(events_.size(), write + kSoon); ++i) {
    const Event& next = events_[i];
    const bool missed_it = is_strong_write(event.op) && is_strong_read(next.op) &&
                           next.op != Op::read_modify_write &&
                           seen_write(next) != event.detail;
    if (next.address == event.address && next.size == event.size && next.found_known &&
        !missed_it && (next.home == event.home || !is_shared))
      return value_of(next, next.found);
  }
  return std::nullopt;
}

/// Notes the value that a write leaves in memory; for an atomic operation, also the value
/// that it reads.
void Storyline::tell_what_is_left(Index write, Access& access) const {
  access.left = left_by(write);
  if (access.left && access.note.kind == StepNote::Kind::none)
    access.note = {.kind = StepNote::Kind::writes, .value = *access.left};
  const bool changes = events_[write].op == Op::read_modify_write && access.left &&
                       access.note.kind == StepNote::Kind::reads &&
                       access.left->bits != access.note.value.bits;
  if (!changes) return;
  access.note.kind = StepNote::Kind::changes;
  access.note.result = *access.left;
}

std::optional<Value> Storyline::value_of(const Event& event, std::uint64_t bits) const {
  auto value = sim::value_of(event, bits);
  if (value && value->kind == ValueKind::integer)
    value->kind = kind_of_word(event.address);
  return value;
}

Access Storyline::step(const Event& event) const {
  Access access;
  access.kind = kind_of(event);
  access.op = event.name;
  access.pc = event.pc;
  const Actor actor = machine_.actor(event.slot, event.epoch);
  access.host = actor.host;
  access.block = actor.block;
  access.thread = actor.thread;
  access.device = actor.device;
  access.kernel = actor.kernel_number;
  access.stream = stream_of(event);
  if (access.stream >= 0) {
    access.kind = StepKind::call;
    access.device = machine_.streams.at(static_cast<std::uint64_t>(access.stream)).device;
  }
  access.location = machine_.name_of(event.address, event.size);
  if (event.home != 0 && event.home != event.block)
    access.location.of_block = machine_.index_of_block(event.home);
  if (is_arrival(event))
    access.note = arrival_note(event);
  else if (is_strong_read(event.op))
    access.note = {
        .kind = event.only_read ? StepNote::Kind::fails : StepNote::Kind::reads,
        .value = value_of(event, event.value).value_or(Value{}),
        .expects = event.only_read && event.left_known ? value_of(event, event.left)
                                                       : std::nullopt};
  else if (const auto value = value_of(event, event.value); event.value_known && value)
    access.note = {.kind = StepNote::Kind::writes, .value = *value};
  if (event.overwritten) access.note.kind = StepNote::Kind::overwritten;
  if (access.stream >= 0) note_fill(access, work_of(event));
  if (event.found_known) access.found = value_of(event, event.found);
  return access;
}

/// The actor is the host for its call, and the stream for its execution of that call.
Access Storyline::api_step(const ApiEvent& event) const {
  const ApiStep& asked = machine_.streams.steps()[event.step];
  Access access;
  access.op = asked.name;
  access.pc = asked.pc;
  access.host = true;
  access.kernel = asked.kernel;
  if (asked.kind == ApiStep::Kind::kernel) {
    access.location.kind = Location::Kind::kernel;
    access.location.index = asked.kernel;
    access.location.name = asked.function;
  }
  if (asked.stream == ApiStep::kNoStream) return access;
  const Stream& stream = machine_.streams.at(asked.stream);
  if (event.done) {
    access.stream = static_cast<int>(asked.stream);
    access.device = stream.device;
  }
  access.stream_name = StreamExplainer(machine_.streams).name_of(stream);
  if (asked.fills) access.note = {.kind = StepNote::Kind::fills, .bytes = asked.bytes};
  return access;
}

}  // namespace gridlock::sim
