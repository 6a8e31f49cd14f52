#include "sim/explain.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "sim/explain_streams.h"

namespace gridlock::sim {

namespace {

constexpr std::size_t kStepsShown = 12;

/// "3", or "(3,1,0)" where the grid has more dimensions.
std::string block_text(const std::array<int, 3>& block) {
  if (block[1] == 0 && block[2] == 0) return fmt::format("{}", block[0]);
  return fmt::format("({},{},{})", block[0], block[1], block[2]);
}

bool is_strong_write(Op op) {
  return op == Op::volatile_write || op == Op::atomic_store ||
         op == Op::read_modify_write;
}
bool is_strong_read(Op op) {
  return op == Op::volatile_read || op == Op::atomic_load || op == Op::read_modify_write;
}
bool is_plain(Op op) { return op == Op::read || op == Op::write; }

/// The number of the write that a strong read saw.
std::uint64_t seen_write(const Event& event) {
  return event.op == Op::read_modify_write ? event.detail - 1 : event.detail;
}

const char* scope_words(std::uint8_t scope) {
  return scope == kBlockScope ? "its own block" : "its own device";
}

/// What to write instead of an operation whose scope is too narrow for another device.
std::string system_form(std::string_view operation) {
  for (const std::string_view suffix : {"_block", "_system"})
    if (operation.ends_with(suffix)) operation.remove_suffix(suffix.size());
  const bool function =
      operation.starts_with("atomic") && operation.find(' ') == operation.npos;
  if (function || operation.starts_with("__threadfence"))
    return fmt::format("use {}_system", operation);
  return "use cuda::thread_scope_system";
}

/// Says that an operation does not reach a thread of another device.
std::string too_narrow(std::string_view operation, std::uint64_t pc, std::uint8_t scope,
                       const Actor& other) {
  return fmt::format("The {} in {} has {} scope, and block {} runs on device {}: {}.",
                     operation, at(pc), scope == kBlockScope ? "block" : "device",
                     block_text(other.block), other.device, system_form(operation));
}

const char* fence_of(MemoryScope scope) {
  constexpr const char* kFences[] = {"__threadfence_block()", "__threadfence()",
                                     "__threadfence_system()"};
  return kFences[scope];
}

/// Who needs a fence of this scope, when a narrower one is there.
const char* who_needs(MemoryScope scope) {
  return scope == kSystemScope ? "the host and other devices need" : "other blocks need";
}

/// An operation of cuda::atomic and its kin could carry the order itself.
bool takes_an_order(const Event& event) {
  return std::string_view(event.name).starts_with("atomic ");
}

/// The least scope that reaches from one of them to the other.
MemoryScope needed_scope(const Actor& a, const Actor& b) {
  if (a.host || b.host || a.device != b.device) return kSystemScope;
  return a.block_uid == b.block_uid ? kBlockScope : kDeviceScope;
}

}  // namespace

/// The event of this end, looking back from the end of the history; the first event of
/// all if it was dropped.
Explainer::Index Explainer::find_access(const RaceEnd& end, std::uintptr_t address,
                                        std::uint32_t size) const {
  for (Index i = events_.size(); i-- > 0;) {
    const Event& event = events_[i];
    if (event.slot == end.slot && event.pc == end.pc && event.epoch <= end.epoch &&
        event.address < address + size && address < event.address + event.size)
      return i;
  }
  return 0;
}

std::optional<Explainer::Index> Explainer::find(Index from, Index to, Slot slot,
                                                Op op) const {
  for (Index i = from; i < to && i < events_.size(); ++i)
    if (events_[i].slot == slot && events_[i].op == op) return i;
  return std::nullopt;
}

/// A block barrier that thread `a` reaches after `from` and `b` leaves before `to`:
/// the index of b's arrival.
std::optional<Explainer::Index> Explainer::common_barrier(Index from, Slot a, Index to,
                                                          Slot b) const {
  for (Index i = from; i < to && i < events_.size(); ++i) {
    const Event& arrival = events_[i];
    if (arrival.slot != a || arrival.op != Op::barrier_arrive) continue;
    for (Index j = 0; j < to && j < events_.size(); ++j) {
      const Event& other = events_[j];
      if (other.slot == b && other.op == Op::barrier_arrive &&
          other.block == arrival.block && other.detail == arrival.detail)
        return std::max(i, j);
    }
  }
  return std::nullopt;
}

void Explainer::explain_race(const RaceEnd& earlier, const RaceEnd& later,
                             std::uintptr_t address, std::uint32_t size, bool strict_only,
                             Finding& finding) const {
  Scene scene{find_access(earlier, address, size),
              events_.size(),
              earlier,
              later,
              address,
              size,
              needed_scope(earlier.actor, later.actor),
              finding.accesses.empty() ? "" : finding.accesses.back().op};
  std::string_view advice = finding.kind;
  const bool tells_host = later.actor.host && !earlier.actor.host;
  const bool between_tasks = earlier.actor.host || later.actor.host ||
                             earlier.actor.kernel_number != later.actor.kernel_number;
  if (const auto told = tells_host ? find_signal(scene, scene.first) : std::nullopt) {
    finding.missing = missing_link(scene, *told, strict_only);
  } else if (between_tasks) {
    finding.missing = missing_between_devices(scene, strict_only, advice, finding);
    if (finding.missing.empty())
      finding.missing = StreamExplainer(machine_.streams).missing_link(earlier, later);
    if (finding.missing.empty())
      finding.missing =
          "Two uses of the memory run at the same time; no stream order, event or "
          "synchronization puts one after the other.";
  } else if (earlier.actor.block_uid == later.actor.block_uid) {
    finding.missing = missing_same_block(scene, strict_only);
  } else {
    finding.missing = missing_between_blocks(scene, strict_only, advice);
  }
  if (strict_only) {
    finding.kind = advice;
    // The place to change comes first: where the signal was seen.
    if (scene.seen)
      finding.accesses.insert(finding.accesses.begin(), step(events_[*scene.seen]));
  }
  finding.interleaving = show(scene);
  finding.interleaving.push_back(finding.accesses.back());
}

/// Whether the race is between the read and the write of one statement that both threads
/// run, as in `++count`.
bool Explainer::reads_before_it_writes(const Scene& scene) const {
  std::set<std::uint64_t> reads, writes;
  const auto collect = [&](Slot slot) {
    for (Index i = 1; i < scene.last; ++i) {
      const Event &read = events_[i - 1], &write = events_[i];
      if (read.slot == slot && write.slot == slot && read.op == Op::read &&
          write.op == Op::write && read.address == scene.address &&
          write.address == scene.address) {
        reads.insert(read.pc);
        writes.insert(write.pc);
      }
    }
  };
  collect(scene.earlier.slot);
  collect(scene.later.slot);
  return (reads.count(scene.earlier.pc) || writes.count(scene.earlier.pc)) &&
         (reads.count(scene.later.pc) || writes.count(scene.later.pc)) &&
         (reads.count(scene.earlier.pc) == 0 || reads.count(scene.later.pc) == 0);
}

/// For a line that several threads run where one should, or "" if it is another race.
std::string Explainer::missing_single_writer(const Scene& scene) const {
  if (reads_before_it_writes(scene))
    return fmt::format(
        "Read and write in {} are two steps, and another thread may come between them.  "
        "An atomic, such as atomicAdd, does both in one.",
        at(scene.later.pc));
  if (scene.earlier.pc == scene.later.pc)
    return fmt::format(
        "Several threads run {} and write the same word.  Let one of them do it, or give "
        "each a word of its own.",
        at(scene.later.pc));
  return "";
}

/// Whether the threads of one block meant a strong access as a signal: one fences for it,
/// or the other only looks.
bool Explainer::is_flag(const Scene& scene, const Signal& signal) const {
  const Event& sent = events_[signal.sent];
  const Event& seen = events_[signal.seen];
  return sent.releases || seen.acquires || seen.op != Op::read_modify_write ||
         find(scene.first, signal.sent, sent.slot, Op::fence) ||
         find(signal.seen, events_.size(), seen.slot, Op::fence);
}

std::string Explainer::missing_same_block(Scene& scene, bool strict_only) const {
  const std::optional<Signal> signal = find_signal(scene, scene.first);
  if (signal && is_flag(scene, *signal)) return missing_link(scene, *signal, strict_only);
  if (!signal)
    if (std::string words = missing_single_writer(scene); !words.empty()) return words;
  return fmt::format(
      "No __syncthreads() lies between {} and {}: another thread of the block may come "
      "first.",
      at(scene.earlier.pc), at(scene.later.pc));
}

/// Kernels on two devices that signal to each other; "" if they do not.
std::string Explainer::missing_between_devices(Scene& scene, bool strict_only,
                                               std::string_view& advice,
                                               const Finding& finding) const {
  const RaceEnd& earlier = scene.earlier;
  const RaceEnd& later = scene.later;
  if (earlier.actor.host || later.actor.host || !scene.across_devices()) return "";
  if (earlier.strength != Strength::weak && later.strength != Strength::weak) {
    if (earlier.strength < Strength::system)
      return too_narrow(events_[scene.first].name, earlier.pc, scope_of(earlier.strength),
                        later.actor);
    if (later.strength < Strength::system)
      return too_narrow(finding.accesses.back().op, later.pc, scope_of(later.strength),
                        earlier.actor);
  }
  if (!strict_only && !find_signal(scene, scene.first)) return "";
  return missing_between_blocks(scene, strict_only, advice);
}

/// The last word that the earlier block wrote strongly at or after `from` and the later
/// block then saw; a signal by the very thread that wrote is preferred.
std::optional<Explainer::Signal> Explainer::find_signal(const Scene& scene,
                                                        Index from) const {
  // The history knows the block, also of a thread whose slot has long had other tenants.
  const Event& first = events_[scene.first];
  const std::uint64_t writing_block =
      first.slot == scene.earlier.slot ? first.block : scene.earlier.actor.block_uid;
  const bool thread_to_thread = scene.needed == kBlockScope;
  std::optional<Signal> best;
  for (Index i = from; i < events_.size(); ++i) {
    const Event& sent = events_[i];
    if (!is_strong_write(sent.op) || sent.block != writing_block) continue;
    if (thread_to_thread && sent.slot != scene.earlier.slot) continue;
    for (Index j = i + 1; j < events_.size(); ++j) {
      const Event& seen = events_[j];
      if (!is_strong_read(seen.op) || seen.block != scene.later.actor.block_uid ||
          seen.address != sent.address || seen_write(seen) < sent.detail)
        continue;
      if (thread_to_thread && seen.slot != scene.later.slot) continue;
      if (sent.slot == scene.earlier.slot) return Signal{i, j};
      if (!best) best = Signal{i, j};
      break;
    }
  }
  return best;
}

/// The last strong write of the earlier block before the race's first access that the
/// later block has seen.
std::optional<Explainer::Signal> Explainer::last_signal_before(const Scene& scene) const {
  for (Index i = scene.first; i-- > 0;) {
    const Event& sent = events_[i];
    if (!is_strong_write(sent.op) || sent.block != events_[scene.first].block) continue;
    for (Index j = i + 1; j < events_.size(); ++j) {
      const Event& seen = events_[j];
      if (is_strong_read(seen.op) && seen.block == scene.later.actor.block_uid &&
          seen.address == sent.address && seen_write(seen) >= sent.detail)
        return Signal{i, j};
    }
  }
  return std::nullopt;
}

/// Where a thread reads the contested word again and again without saying that others
/// change it.
std::optional<std::uint64_t> Explainer::polls_plainly(const Scene& scene) const {
  constexpr unsigned kPolls = 3;
  for (const RaceEnd* end : {&scene.earlier, &scene.later}) {
    unsigned polls = 0;
    for (const Event& event : events_) {
      if (event.slot != end->slot) continue;
      const bool poll =
          event.op == Op::read && event.pc == end->pc && event.address == scene.address;
      polls = poll ? polls + 1 : 0;
      if (polls == kPolls) return end->pc;
    }
  }
  return std::nullopt;
}

/// How many block barriers the thread with this slot had reached before `to`.
std::size_t Explainer::barriers_before(Index to, Slot slot) const {
  std::size_t barriers = 0;
  for (Index i = 0; i < to && i < events_.size(); ++i)
    if (events_[i].slot == slot && events_[i].op == Op::barrier_arrive) ++barriers;
  return barriers;
}

/// A signal of the later block that the earlier one had seen, by another thread than the
/// one that now writes, and with no barrier of their block between the two.
std::optional<Explainer::Signal> Explainer::loose_signal(const Scene& scene) const {
  const Event& first = events_[scene.first];
  if (first.op != Op::read) return std::nullopt;
  const std::size_t barriers = barriers_before(events_.size(), scene.later.slot);
  for (Index j = scene.first; j-- > 0;) {
    const Event& seen = events_[j];
    if (!is_strong_read(seen.op) || seen.block != first.block) continue;
    for (Index i = j; i-- > 0;) {
      const Event& sent = events_[i];
      if (!is_strong_write(sent.op) || sent.address != seen.address ||
          sent.block != scene.later.actor.block_uid || seen_write(seen) < sent.detail)
        continue;
      if (sent.slot == scene.later.slot || barriers_before(i, sent.slot) != barriers)
        return std::nullopt;
      return Signal{i, j};
    }
  }
  return std::nullopt;
}

/// All that the later block has seen was signalled before the first access.
std::string Explainer::too_early(Scene& scene, const Signal& signal) const {
  const Event& sent = events_[signal.sent];
  const Event& first = events_[scene.first];
  const bool wrote = first.op != Op::read;
  scene.steps = {signal.sent, signal.seen};
  // A barrier in between: that signal ended an earlier part of the work.
  if (find(signal.sent, scene.first, scene.earlier.slot, Op::barrier_arrive)) {
    if (!wrote)
      return fmt::format(
          "Neither thread waits for the other: the last signal that one block has seen "
          "of "
          "the other, the {} in {}, is from before both.",
          sent.name, at(sent.pc));
    return fmt::format(
        "The last signal that the reading block has seen, the {} in {}, is from before "
        "the {} in {}: it did not wait for the next one.",
        sent.name, at(sent.pc), first.name, at(first.pc));
  }
  if (sent.slot != scene.earlier.slot)
    return fmt::format(
        "No __syncthreads() lies between the {} in {} and the {} in {}, which another "
        "thread of the block does: it has signalled before this thread {}.",
        first.name, at(first.pc), sent.name, at(sent.pc), wrote ? "wrote" : "read");
  return fmt::format(
      "The {} in {} comes before the {} in {}: whoever sees the signal may {} too early. "
      " "
      "Signal last.",
      sent.name, at(sent.pc), first.name, at(first.pc), wrote ? "read" : "write");
}

/// Nothing that the earlier block signals after its access is seen by the later block.
std::string Explainer::missing_signal(Scene& scene) const {
  if (const auto polls = polls_plainly(scene))
    return fmt::format(
        "The loop in {} waits with ordinary reads: they order nothing, and the compiler "
        "may read once and then spin for ever.  Read with an atomic, or make it "
        "volatile.",
        at(*polls));
  if (std::string words = missing_single_writer(scene); !words.empty()) return words;
  if (const auto loose = loose_signal(scene)) {
    scene.steps = {loose->sent, loose->seen};
    const Event& sent = events_[loose->sent];
    return fmt::format(
        "No __syncthreads() lies between the {} in {} and the {} in {}, which two "
        "threads of one block do: neither is sure to come first.",
        sent.name, at(sent.pc), scene.later_op, at(scene.later.pc));
  }
  if (const auto early = last_signal_before(scene)) return too_early(scene, *early);
  if (events_[scene.first].op == Op::read)
    return fmt::format(
        "Neither thread waits for the other: an atomic or volatile signal between two "
        "fences, sent after one of {} and {} and awaited before the other, would order "
        "them.",
        at(scene.earlier.pc), at(scene.later.pc));
  return fmt::format(
      "Nothing that the writing block signals after {} is seen by the other block before "
      "{}: an atomic or volatile signal between two fences would order them.",
      at(scene.earlier.pc), at(scene.later.pc));
}

std::string Explainer::missing_between_blocks(Scene& scene, bool strict_only,
                                              std::string_view& advice) const {
  const std::optional<Signal> signal = find_signal(scene, scene.first);
  if (!signal) {
    if (strict_only) {
      advice = name(Advice::missing_relay_fence);
      return "The signal came by way of another block, which has no __threadfence() "
             "between seeing it and handing it on.";
    }
    return missing_signal(scene);
  }
  return missing_link(scene, *signal, strict_only);
}

/// The first link of the way over this signal that is not there.
std::string Explainer::missing_link(Scene& scene, const Signal& signal,
                                    bool strict_only) const {
  scene.steps = {signal.sent, signal.seen};
  scene.seen = signal.seen;
  std::string missing = missing_release(scene, signal);
  if (missing.empty()) missing = missing_acquire(scene, signal, strict_only);
  if (missing.empty())
    missing =
        "The chain of fences and signals between the two is broken by a scope that "
        "is too narrow.";
  return missing;
}

/// Write, (block barrier), fence, signal.
std::string Explainer::missing_release(Scene& scene, const Signal& signal) const {
  const Event& sent = events_[signal.sent];
  const Slot writer = scene.earlier.slot;
  Index from = scene.first;
  if (sent.slot != writer) {
    const auto met = common_barrier(scene.first, writer, signal.sent, sent.slot);
    if (!met)
      return fmt::format(
          "No __syncthreads() lies between the write in {} and the {} in {}, which "
          "another "
          "thread of the block does: it may signal before this thread has written.",
          at(scene.earlier.pc), sent.name, at(sent.pc));
    scene.steps.push_back(*met);
    from = *met;
  }
  if (sent.scope < scene.needed && scene.across_devices())
    return too_narrow(sent.name, sent.pc, sent.scope, scene.later.actor);
  if (sent.scope < scene.needed)
    return fmt::format("The {} in {} has {} scope: it signals to {} only.", sent.name,
                       at(sent.pc), sent.scope == kBlockScope ? "block" : "device",
                       scope_words(sent.scope));
  std::optional<Index> narrow;
  for (Index i = scene.first; i < signal.sent; ++i) {
    const Event& event = events_[i];
    const bool on_the_way =
        (event.slot == sent.slot && i >= from) || (event.slot == writer && event.sc);
    if (event.op != Op::fence || !on_the_way) continue;
    scene.steps.push_back(i);
    if (event.scope >= scene.needed) return "";
    narrow = i;
  }
  if (narrow && scene.across_devices())
    return too_narrow(events_[*narrow].name, events_[*narrow].pc, events_[*narrow].scope,
                      scene.later.actor);
  if (narrow)
    return fmt::format("The {} in {} orders for {} only; {} {}.", events_[*narrow].name,
                       at(events_[*narrow].pc), scope_words(events_[*narrow].scope),
                       who_needs(scene.needed), fence_of(scene.needed));
  if (sent.releases) return "";
  if (const auto late = find(signal.sent + 1, events_.size(), sent.slot, Op::fence))
    return fmt::format("The {} in {} comes after the {} in {}; it must come before it.",
                       events_[*late].name, at(events_[*late].pc), sent.name,
                       at(sent.pc));
  if (takes_an_order(sent))
    return fmt::format("The {} in {} does not release, and no fence comes before it.",
                       sent.name, at(sent.pc));
  return fmt::format("No {} lies between the write in {} and the {} in {}.",
                     fence_of(scene.needed), at(scene.earlier.pc), sent.name,
                     at(sent.pc));
}

/// Observation, fence, (block barrier), read.
std::string Explainer::missing_acquire(Scene& scene, const Signal& signal,
                                       bool strict_only) const {
  const Event& seen = events_[signal.seen];
  const Slot reader = scene.later.slot;
  if (seen.slot != reader) {
    const auto met = common_barrier(signal.seen, seen.slot, events_.size(), reader);
    if (!met)
      return fmt::format(
          "No __syncthreads() lies between the {} in {}, with which another thread of "
          "the "
          "block saw the signal, and {}.",
          seen.name, at(seen.pc), at(scene.later.pc));
    scene.steps.push_back(*met);
  }
  if (seen.scope < scene.needed && scene.across_devices())
    return too_narrow(seen.name, seen.pc, seen.scope, scene.earlier.actor);
  if (!strict_only || seen.acquires) return "";
  const auto fence = find(signal.seen + 1, events_.size(), seen.slot, Op::fence);
  if (fence && events_[*fence].scope < scene.needed)
    return fmt::format(
        "The {} in {} orders for {} only; {} {}.  Today's hardware forgives it.",
        events_[*fence].name, at(events_[*fence].pc), scope_words(events_[*fence].scope),
        who_needs(scene.needed), fence_of(scene.needed));
  if (takes_an_order(seen))
    return fmt::format(
        "The {} in {}, which saw the signal, does not acquire, and no fence lies between "
        "it and the read in {}.  Today's hardware does not need it.",
        seen.name, at(seen.pc), at(scene.later.pc));
  return fmt::format(
      "No {} lies between the {} in {}, which saw the signal, and the read in {}.  "
      "Today's hardware does not need it.",
      fence_of(scene.needed), seen.name, at(seen.pc), at(scene.later.pc));
}

Access Explainer::step(const Event& event) const {
  Access access;
  access.op = event.name;
  access.pc = event.pc;
  const Actor actor = machine_.actor(event.slot, event.epoch);
  access.host = actor.host;
  access.block = actor.block;
  access.thread = actor.thread;
  access.device = actor.device;
  access.location = machine_.name_of(event.address, event.size);
  if (is_strong_read(event.op) && event.size <= 4)
    access.note = fmt::format("reads {}", static_cast<std::int32_t>(event.value));
  return access;
}

/// The accesses and synchronization of the threads involved, from the first access on.
std::vector<Access> Explainer::show(const Scene& scene) const {
  std::vector<Index> steps = scene.steps;
  if (scene.first < events_.size()) steps.push_back(scene.first);
  for (Index i = scene.first; i < events_.size(); ++i) {
    const Event& event = events_[i];
    const bool involved =
        event.slot == scene.earlier.slot || event.slot == scene.later.slot;
    const bool on_location = event.address < scene.address + scene.size &&
                             scene.address < event.address + event.size;
    if (involved && (!is_plain(event.op) || on_location)) steps.push_back(i);
  }
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  // The later access itself is shown last, by the caller.
  if (!steps.empty() && events_[steps.back()].slot == scene.later.slot &&
      events_[steps.back()].pc == scene.later.pc && steps.back() != scene.first)
    steps.pop_back();
  if (steps.size() > kStepsShown) {
    std::vector<Index> kept(steps.begin(), steps.begin() + kStepsShown / 2);
    kept.insert(kept.end(), steps.end() - kStepsShown / 2, steps.end());
    steps = kept;
  }
  std::vector<Access> shown;
  for (const Index i : steps) shown.push_back(step(events_[i]));
  return shown;
}

std::vector<Access> Explainer::last_steps() const {
  std::vector<Index> steps;
  for (Index i = 0; i < events_.size(); ++i)
    if (!is_plain(events_[i].op)) steps.push_back(i);
  // Of a long run of one thread, its ends tell enough.
  const auto slot = [&](Index i) { return events_[steps[i]].slot; };
  std::vector<Access> shown;
  for (Index i = steps.size(); i-- > 0 && shown.size() < kStepsShown;) {
    const bool at_an_end = i == 0 || i + 1 == steps.size() || slot(i - 1) != slot(i) ||
                           slot(i + 1) != slot(i);
    if (at_an_end || steps.size() <= kStepsShown)
      shown.push_back(step(events_[steps[i]]));
  }
  std::reverse(shown.begin(), shown.end());
  return shown;
}

std::vector<Access> Explainer::last_writes(
    const std::vector<std::uintptr_t>& words) const {
  std::vector<Index> steps;
  std::set<Slot> looked;
  for (Index i = events_.size(); i-- > 0 && steps.size() < kStepsShown;) {
    const Event& event = events_[i];
    if (std::find(words.begin(), words.end(), event.address) == words.end()) continue;
    const bool last_look = looked.insert(event.slot).second;
    if (is_strong_write(event.op) || last_look) steps.push_back(i);
  }
  std::vector<Access> shown;
  for (auto i = steps.rbegin(); i != steps.rend(); ++i)
    shown.push_back(step(events_[*i]));
  return words.empty() ? last_steps() : shown;
}

}  // namespace gridlock::sim
