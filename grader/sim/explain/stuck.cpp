// No thread can continue: which thread waits where, and for what?
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "sim/cuda/cuda/std/gridlock_barrier_words.h"
#include "sim/explain/cause_makers.h"
#include "sim/explain/findings.h"
#include "sim/explain/storyline.h"
#include "sim/explain/stream_links.h"
#include "sim/explain/stuck_reasons.h"

namespace gridlock::sim {

namespace {

/// Above this number, the words polled at one place are not listed separately.
constexpr std::size_t kWordsTold = 3;
/// The most values that are listed, if threads at one place wait for several.
constexpr std::size_t kGoalsTold = 3;
/// The ended blocks are listed for grids of at most this many blocks.
constexpr std::uint64_t kBlocksTold = 4096;

/// A wait as a step of a story.
struct WaitingStep {
  const char* op;
  StepKind kind;
};
/// In the order of Awaits.
constexpr WaitingStep kWaitingSteps[] = {
    {"running", StepKind::call},
    {"waiting at __syncthreads", StepKind::barrier},
    {"waiting for its warp", StepKind::call},
    {"waiting at the grid barrier", StepKind::barrier},
    {"waiting at the cluster's barrier", StepKind::barrier},
    {kSpinningOp, StepKind::read},
    {"waiting at", StepKind::barrier},
    {"waiting for the device", StepKind::call}};
static_assert(std::size(kWaitingSteps) ==
              static_cast<std::size_t>(last_of(Awaits())) + 1);

Awaits awaits_of(const Thread& thread) {
  switch (thread.waiting) {
    case Waiting::barrier:
    case Waiting::numbered_barrier:
      return Awaits::block_barrier;
    case Waiting::warp:
      return Awaits::warp;
    case Waiting::grid:
      return Awaits::grid_barrier;
    case Waiting::cluster:
      return Awaits::cluster_barrier;
    case Waiting::spin:
      return thread.awaits.kind == sim::AwaitedObject::Kind::none ? Awaits::word
                                                                  : Awaits::object;
    case Waiting::device:
      return Awaits::device;
    default:
      return Awaits::running;
  }
}

/// The word that a polling thread reads; 0 for other waits.
std::uintptr_t awaited_word(const Thread& thread) {
  if (thread.waiting != Waiting::spin) return 0;
  return thread.awaits.address ? thread.awaits.address : thread.spin.address();
}

template <class Function>
void for_each_waiter(std::span<const Device> devices, const Function& function) {
  for (const Device& device : devices)
    for (const Block* block : device.resident())
      for (const Thread& thread : block->threads)
        if (thread.waiting != Waiting::done && thread.waiting != Waiting::nothing)
          function(thread);
}

std::set<std::uintptr_t> awaited_words(std::span<const Device> devices) {
  std::set<std::uintptr_t> words;
  for_each_waiter(devices, [&](const Thread& thread) {
    if (const std::uintptr_t word = awaited_word(thread)) words.insert(word);
  });
  return words;
}

/// Threads that wait at one place for the same kind of thing.
struct Waiters {
  std::vector<const Thread*> threads;
  std::size_t more_words = 0;  ///< Further words that they poll.
  const Thread& first() const { return *threads.front(); }
};

/// All threads that wait.  Threads that poll different words are listed separately, if
/// there are only a few words.
std::vector<Waiters> who_waits(std::span<const Device> devices) {
  std::map<std::tuple<int, std::uint64_t, Waiting>, std::map<std::uintptr_t, Waiters>>
      places;
  for_each_waiter(devices, [&](const Thread& thread) {
    places[{thread.place.device, thread.waiting_pc, thread.waiting}][awaited_word(thread)]
        .threads.push_back(&thread);
  });
  std::vector<Waiters> all;
  for (const auto& [place, by_word] : places) {
    std::vector<Waiters> here;
    for (const auto& [word, waiters] : by_word) here.push_back(waiters);
    std::ranges::sort(here, [](const Waiters& one, const Waiters& other) {
      return one.first().block->linear < other.first().block->linear;
    });
    if (here.size() > kWordsTold) {  // One thread stands for all.
      here[0].more_words = here.size() - 1;
      for (const Waiters& other : std::span(here).subspan(1))
        here[0].threads.insert(here[0].threads.end(), other.threads.begin(),
                               other.threads.end());
      here.resize(1);
    }
    all.insert(all.end(), here.begin(), here.end());
  }
  return all;
}

/// For a grid barrier: the threads that have ended and will never arrive; nothing if
/// there are none.
Causes who_never_comes(std::span<const Device> devices, const Kernel& kernel) {
  const std::uint64_t all = kernel.grid.count() * kernel.block.count();
  std::uint64_t there = 0;
  for_each_waiter(
      devices, [&](const Thread& thread) { there += thread.block->kernel == &kernel; });
  if (there == all) return {};
  return {GridBarrierLacksThreads{all - there, all}};
}

/// Notes the blocks that have ended, for the first kernel that also has blocks that wait.
void tell_ended_blocks(std::span<const Device> devices, NoThreadCanContinue& stuck) {
  for (const Device& device : devices)
    for (const Block* some : device.resident()) {
      const Kernel& kernel = *some->kernel;
      const std::uint64_t all = kernel.grid.count();
      if (kernel.blocks_started < all || all > kBlocksTold) continue;
      std::set<std::uint64_t> there;
      for (const Block* block : device.resident())
        if (block->kernel == &kernel) there.insert(block->linear);
      for (std::uint64_t block = 0; block < all; ++block)
        if (!there.contains(block)) stuck.ended.push_back(block);
      stuck.grid_of_ended = kernel.grid.array();
      if (!stuck.ended.empty()) return;
    }
}

/// The object for which the thread waits, read from its device's memory or its block's
/// shared memory.
template <class T>
T read_of(const Thread& thread) {
  T value;
  std::memcpy(&value, reinterpret_cast<const void*>(thread.awaits.address), sizeof value);
  return value;
}

/// Notes how many bytes of bulk copies the barrier waits for.
void tell_bytes(const Thread& thread, gridlock::AwaitedObject& object) {
  if (!thread.block || !thread.block->bulk) return;
  const BulkCopies& bulk = *thread.block->bulk;
  const auto phase = bulk.phases.find(thread.awaits.address);
  if (phase != bulk.phases.end()) object.bytes = phase->second.bytes;
  for (const BulkCopy& copy : bulk.in_flight)
    if (reinterpret_cast<std::uintptr_t>(copy.barrier) == thread.awaits.address)
      object.copying += static_cast<std::int64_t>(copy.copy.size);
}

gridlock::AwaitedObject awaited_object(const Machine& machine, const Thread& thread) {
  gridlock::AwaitedObject object;
  object.kind = static_cast<gridlock::AwaitedObject::Kind>(thread.awaits.kind);
  object.location = machine.name_of(thread.awaits.address, sizeof(BarrierWords));
  if (thread.awaits.kind == AwaitedObject::Kind::barrier) {
    const auto state = read_of<BarrierWords>(thread).state;
    const std::uint64_t expected = BarrierWords::expected(state);
    object.expected = static_cast<std::int64_t>(expected);
    object.come = static_cast<std::int64_t>(expected - BarrierWords::missing(state));
    if (state & BarrierWords::kAwaitsBytes) tell_bytes(thread, object);
  } else if (thread.awaits.kind == AwaitedObject::Kind::latch) {
    object.come = read_of<std::int64_t>(thread);
  }
  return object;
}

CountsMustMatch counts_must_match(const gridlock::AwaitedObject& object) {
  return {object.kind, object.bytes > 0 && object.come == object.expected};
}

/// A waiting thread's place and condition.
struct DescribedWaiter {
  Waiter waiter;
  Access access;
};

LastWrite made_by(const Machine& machine, Slot slot, Epoch epoch, std::uint64_t pc) {
  const Actor who = machine.actor(slot, epoch);
  LastWrite last;
  last.by = who.host ? LastWrite::By::host : LastWrite::By::block;
  last.block = who.block;
  if (!who.host) last.at = at(pc);
  return last;
}

bool writes_to(const Event& event, std::uintptr_t word) {
  return is_write(event) && event.address <= word && word < event.address + event.size;
}

/// For a word without a write in the history: its last write, as far as it is known.
LastWrite write_before_history(const Machine& machine, const Thread& thread,
                               std::uintptr_t word) {
  LastWrite last;
  if (machine.history.recording && machine.history.dropped() == 0)
    last.by = LastWrite::By::host;  // If no kernel wrote it, the host did.
  const Touch* touch = machine.last_write(word);
  if (!touch || touch->pc == thread.waiting_pc) return last;
  if (touch->epoch != 0) return made_by(machine, touch->slot, touch->epoch, touch->pc);
  last.by = LastWrite::By::nobody;
  return last;
}

/// The write that left the present value in the word for which a thread waits.  A wait by
/// read-modify-writes writes the word too, but the history shows that it changes nothing.
LastWrite last_known_write(const Machine& machine, const Thread& thread,
                           std::uintptr_t word) {
  const std::vector<Event>& events = machine.history.events;
  const bool is_shared = machine.name_of(word).is_shared;
  std::optional<LastWrite> unchanged;  // The answer if no kernel changed the word.
  for (std::size_t i = events.size(); i-- > 0;) {
    const Event& event = events[i];
    const bool here = !is_shared || event.home == thread.place.block;
    if (!here || !writes_to(event, word)) continue;
    LastWrite last = made_by(machine, event.slot, event.epoch, event.pc);
    last.unchanged = event.same;
    if (last.unchanged) {
      if (event.pc != thread.waiting_pc && !unchanged) unchanged = last;
    } else if (last.by == LastWrite::By::block || !unchanged) {
      return last;
    }
  }
  return unchanged ? *unchanged : write_before_history(machine, thread, word);
}

/// As last_known_write(); if a kernel waits for a word in the host's memory, also notes
/// that the host could write it.
LastWrite last_write_of(const Machine& machine, const Thread& thread,
                        std::uintptr_t word) {
  LastWrite last = last_known_write(machine, thread, word);
  const Allocation* allocation = machine.memory.arena.find(word);
  if (last.by == LastWrite::By::host && thread.block && allocation &&
      allocation->kind == MemoryKind::pinned)
    last.by = LastWrite::By::host_memory;
  return last;
}

/// The comparison that all these threads make at one place with the word that the first
/// thread polls.  Nothing if the comparisons differ, or for a plain comparison with 0.
WordComparison comparison_of(const Machine& machine, const Waiters& waiters) {
  const SpinWatch& spin = waiters.first().spin;
  const auto first = waiters.first().looks.always(spin.address());
  const bool tells =
      first &&
      !(first->with_zero && (first->compared == spin.value() || first->compared == 0));
  if (!tells) return {};
  std::map<std::uint64_t, std::vector<std::uint64_t>> goals;
  for (const Thread* thread : waiters.threads) {
    if (thread->spin.address() != spin.address()) continue;
    std::optional<Comparison> one = thread->looks.always(thread->spin.address());
    if (!one) return {};
    goals[one->with].push_back(thread->block->linear);
    one->with = first->with;
    if (one != first) return {};
  }
  const auto kind =
      Storyline(machine, machine.history.events).kind_of_word(spin.address());
  WordComparison told{
      at(first->pc), {first->compared, first->bytes, kind}, first->is_signed, {}, 0};
  for (const auto& [goal, blocks] : goals)
    if (goals.size() <= kGoalsTold || told.goals.size() + 1 < kGoalsTold)
      told.goals.push_back({{goal, first->bytes, kind}, blocks});
  told.more_goals = goals.size() - told.goals.size();
  return told;
}

bool has_one_goal(const Waiter& waiter) {
  const auto& comparison = waiter.comparison;
  return comparison.goals.size() == 1 && comparison.more_goals == 0 &&
         comparison.compared.bits == waiter.value.bits;
}

/// The cause if threads wait for one value alone, and the last write of the word was an
/// exchange that replaced this value; nothing otherwise.
std::optional<Cause> replaced(const Machine& machine, const Waiter& waiter,
                              std::uintptr_t word) {
  if (!has_one_goal(waiter)) return std::nullopt;
  const std::uint64_t goal = waiter.comparison.goals.front().value.bits;
  const std::vector<Event>& events = machine.history.events;
  for (std::size_t i = events.size(); i-- > 0;) {
    const Event& event = events[i];
    if (event.address != word || !is_write(event)) continue;
    if (!is_strong_write(event.op) || !event.found_known || !event.left_known ||
        event.left == goal)
      return std::nullopt;
    if (event.found != goal) continue;
    const auto awaited = value_of(event, event.found), now = value_of(event, event.left);
    if (!exchanges(event) || exchanges_if_equal(event) || !awaited || !now)
      return std::nullopt;
    return AwaitedWasReplaced{operation_of(event),
                              thread_name(machine.actor(event.slot, event.epoch)),
                              waiter.word, *awaited, *now};
  }
  return std::nullopt;
}

/// The cause if kernels change a word only by one exchange, by which threads try to take
/// it, so no thread gives the word back; nothing otherwise.
std::optional<Cause> taken_for_good(const Machine& machine, const Thread& thread,
                                    const Waiter& waiter, std::uintptr_t word) {
  const std::vector<Event>& events = machine.history.events;
  if (waiter.last_write.by != LastWrite::By::block || machine.history.dropped() != 0)
    return std::nullopt;
  const Event *take = nullptr, *failed = nullptr, *again = nullptr;
  for (const Event& event : events) {
    if (event.block == 0 || event.address != word) continue;
    if (event.only_read && event.pc != thread.waiting_pc && exchanges_if_equal(event) &&
        take && take->slot == event.slot)
      failed = &event;
    if (take && take->slot == event.slot && take->pc != event.pc && event.same &&
        is_strong_write(event.op) &&
        (event.op != Op::read_modify_write || op_kind(event.name) == OpKind::exchange))
      again = &event;
    if (!is_write(event) || event.same || event.only_read) continue;
    if (take || !exchanges(event)) return std::nullopt;
    take = &event;
  }
  if (!take || !take->found_known || !take->left_known) return std::nullopt;
  const auto free = value_of(*take, take->found), taken = value_of(*take, take->left);
  if (!free || !taken) return std::nullopt;
  if (failed) {
    const StepNote note = Storyline(machine, events).step(*failed).note;
    if (note.expects)
      return FoundAnother{operation_of(*failed), waiter.word, *note.expects, note.value};
  }
  if (take->pc != thread.waiting_pc) return std::nullopt;
  const auto look = thread.looks.always(word);
  const bool may_lock =
      !look || look->with_zero || look->with == take->found || look->with == take->left;
  TakenForGood cause{operation_of(*take), waiter.word, *free, *taken, may_lock};
  if (again) cause.again = operation_of(*again);
  return cause;
}

/// Notes the blocks of these threads, and which of their threads wait.
void tell_threads(const Waiters& waiters, Waiter& told) {
  constexpr std::size_t kThreadsTold = 2;
  const Kernel& kernel = *waiters.first().block->kernel;
  told.grid = kernel.grid.array();
  told.kernel = kernel.number;
  told.threads.of = kernel.block.count();
  std::map<std::uint64_t, std::vector<std::array<int, 3>>> by_block;
  for (const Thread* thread : waiters.threads) {
    told.blocks.push_back(thread->block->linear);
    by_block[thread->block->uid].push_back(thread->index.array());
    if (thread->block->kernel != &kernel) told.kernel = 0;
  }
  const std::vector<std::array<int, 3>>& which = by_block.begin()->second;
  bool same_count = true, same = true;
  for (const auto& [block, threads] : by_block) {
    same_count = same_count && threads.size() == which.size();
    same = same && threads == which;
  }
  if (same_count) told.threads.count = which.size();
  if (same && which.size() <= kThreadsTold) told.threads.which = which;
}

/// The last read of the flag, if the thread polls a flag through a pointer in memory and
/// its watched poll reads the pointer; null otherwise.
const Event* flag_behind_pointer(const Machine& machine, const Thread& thread) {
  const SpinWatch& spin = thread.spin;
  using Kind = Location::Kind;
  const Kind kind = machine.name_of(spin.value()).kind;
  if (spin.other_polls() != 1 || (kind != Kind::named && kind != Kind::allocated))
    return nullptr;
  const auto& events = machine.history.events;
  const auto flag = std::find_if(events.rbegin(), events.rend(), [&](const Event& event) {
    return event.slot == thread.slot && event.address != spin.address();
  });
  return flag != events.rend() && flag->op == Op::read ? &*flag : nullptr;
}

/// \param more_words number of other words that threads poll in the same place
DescribedWaiter describe_waiter(const Machine& machine, const Thread& thread,
                                std::size_t more_words) {
  const std::uint64_t pc = thread.waiting_pc;
  Waiter waiter;
  waiter.awaits = awaits_of(thread);
  const WaitingStep& step = kWaitingSteps[static_cast<int>(waiter.awaits)];
  waiter.at = {step.op, at(pc)};
  waiter.device = thread.place.device;
  std::uintptr_t word = 0;
  if (waiter.awaits == Awaits::object) {
    waiter.object = awaited_object(machine, thread);
    word = thread.awaits.address;
  } else if (waiter.awaits == Awaits::word) {
    const Event* flag = flag_behind_pointer(machine, thread);
    word = flag ? flag->address : thread.spin.address();
    waiter.word = machine.name_of(word);
    waiter.value.bits = flag ? flag->value : thread.spin.value();
    waiter.value.bytes = flag ? flag->size : thread.spin.bytes();
    waiter.value.kind = Storyline(machine, machine.history.events).kind_of_word(word);
    waiter.last_write = last_write_of(machine, thread, word);
    if (!flag)
      waiter.more_words = std::max<std::size_t>(thread.spin.other_polls(), more_words);
  }
  Access access = machine.describe(thread, step.op, pc, word, step.kind);
  if (waiter.awaits == Awaits::word && !thread.is_host())
    access.note = {.kind = StepNote::Kind::reads, .value = waiter.value};
  return {std::move(waiter), std::move(access)};
}

}  // namespace

Causes without_a_place(std::span<const Device> devices) {
  Causes causes;
  for (const Device& device : devices)
    for (const Kernel* kernel : device.kernels())
      if (const std::uint64_t waiting = kernel->grid.count() - kernel->blocks_started)
        causes.push_back(BlocksNotResident{waiting, kernel->grid.count(),
                                           device.resident().size(), device.number()});
  return causes;
}

Causes awaited_without_a_place(std::span<const Device> devices) {
  for (const Device& device : devices)
    for (const Block* block : device.resident())
      if (std::ranges::none_of(block->threads, [](const Thread& thread) {
            return thread.waiting != Waiting::done && thread.spin.equal_polls() > 0;
          }))
        return {};
  return without_a_place(devices);
}

/// Why the wait of a thread that polls a word goes on; empty if that is unknown.
Causes Findings::why_the_wait_goes_on(const PolledWord& word,
                                      const NoThreadCanContinue& stuck) const {
  const Thread& thread = *word.threads.front();
  const Waiter& told = word.told;
  if (auto cause = replaced(machine_, told, word.address)) return {std::move(*cause)};
  if (told.word.index && machine_.history.recording)
    if (auto causes = changed_since_look(thread.slot, *told.word.index); !causes.empty())
      return causes;
  if (auto cause = taken_for_good(machine_, thread, told, word.address))
    return {std::move(*cause)};
  return why_nothing_ends_it(machine_, word, stuck);
}

/// No thread can continue: says which threads wait where and for what, and which could
/// not even start.
void Findings::deadlock() {
  const Thread& host = machine_.host();
  Finding finding;
  finding.kind = Verdict::deadlock;
  NoThreadCanContinue stuck;
  Causes advice;
  const auto tell = [&](const Thread& thread, std::size_t more_words) -> Waiter& {
    DescribedWaiter described = describe_waiter(machine_, thread, more_words);
    finding.accesses.push_back(std::move(described.access));
    if (advice.empty() && described.waiter.awaits == Awaits::object)
      advice = {counts_must_match(described.waiter.object)};
    return stuck.waiters.emplace_back(std::move(described.waiter));
  };
  tell_ended_blocks(machine_.devices, stuck);
  for (const Waiters& waiters : who_waits(machine_.devices)) {
    const Thread& thread = waiters.first();
    machine_.memory.shared.place(thread.block->shared);
    Waiter& told = tell(thread, waiters.more_words);
    tell_threads(waiters, told);
    if (told.awaits == Awaits::word) {
      told.comparison = comparison_of(machine_, waiters);
      if (advice.empty())
        advice =
            why_the_wait_goes_on({awaited_word(thread), told, waiters.threads}, stuck);
    }
    if (advice.empty() && thread.waiting == Waiting::grid)
      advice = who_never_comes(machine_.devices, *thread.block->kernel);
  }
  if (host.waiting == Waiting::spin) {
    tell(host, 0).is_host = true;
  } else if (host.waiting == Waiting::device) {
    finding.accesses.push_back(
        machine_.describe(host, machine_.host_call, host.waiting_pc, 0));
    Waiter& waiter = stuck.waiters.emplace_back();
    waiter.is_host = true;
    waiter.awaits = Awaits::device;
    waiter.at = {machine_.host_call, at(host.waiting_pc)};
    waiter.pageable = machine_.api.pageable;
  }
  std::set<std::uint64_t> streams;
  for (auto& waiting : StreamExplainer(machine_.streams).waiting()) {
    streams.merge(waiting.streams);
    stuck.streams.push_back(std::move(waiting.told));
    finding.accesses.push_back(std::move(waiting.wait));
  }
  const bool none_wrote =
      machine_.history.recording &&
      std::ranges::none_of(machine_.history.events, [](const Event& event) {
        return event.block != 0 && is_strong_write(event.op) && !event.same;
      });
  finding.what = {std::move(stuck)};
  finding.missing = without_a_place(machine_.devices);
  for (Cause& cause : finding.missing)
    if (auto* full = cause.get_if<BlocksNotResident>()) full->none_wrote = none_wrote;
  if (finding.missing.empty()) finding.missing = std::move(advice);
  if (finding.missing.empty() && machine_.stale().happened()) {
    const Finding stale = stale_finding(machine_.stale());
    finding.missing = stale.what;
    finding.missing.insert(finding.missing.end(), stale.missing.begin(),
                           stale.missing.end());
  }
  if (machine_.history.recording)
    finding.interleaving = Storyline(machine_, machine_.history.events)
                               .last_writes(awaited_words(machine_.devices), streams);
  report(std::move(finding), "deadlock", true);
}

}  // namespace gridlock::sim
