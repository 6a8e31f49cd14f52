#include "sim/explain.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "sim/explain_streams.h"
#include "sim/explain_words.h"
#include "sim/storyline.h"

namespace gridlock::sim {

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

bool Explainer::explain_race(const RaceEnd& earlier, const RaceEnd& later,
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
  if (earlier.strength != Strength::weak && finding.accesses.size() == 2 &&
      scene.first < events_.size() && events_[scene.first].pc == earlier.pc)
    finding.accesses.front().op = events_[scene.first].name;
  const Storyline story(machine_, events_);
  std::string_view advice = finding.kind;
  finding.missing = missing_of(scene, strict_only, advice, finding);
  finding.remedy = scene.remedy;
  if (strict_only) {
    finding.kind = advice;
    // The place to change comes first: where the signal was seen.
    if (scene.seen)
      finding.accesses.insert(finding.accesses.begin(), story.step(events_[*scene.seen]));
  }
  finding.interleaving =
      story.of_race({scene.first, earlier.slot, later.slot, later.actor.block_uid,
                     address, size, scene.steps},
                    finding.accesses.back());
  return scene.waits;
}

/// The missing link, by who the two are.
std::string Explainer::missing_of(Scene& scene, bool strict_only,
                                  std::string_view& advice,
                                  const Finding& finding) const {
  const RaceEnd& earlier = scene.earlier;
  const RaceEnd& later = scene.later;
  if (earlier.strength != Strength::weak && later.strength != Strength::weak)
    return why_strong_ones_clash(scene, finding);
  if (later.actor.host && !earlier.actor.host)
    if (const auto told = find_signal(scene, scene.first))
      return missing_link(scene, *told, strict_only);
  const bool between_tasks = earlier.actor.host || later.actor.host ||
                             earlier.actor.kernel_number != later.actor.kernel_number;
  if (!between_tasks)
    return earlier.actor.block_uid == later.actor.block_uid
               ? missing_same_block(scene, strict_only)
               : missing_between_blocks(scene, strict_only, advice, finding);
  std::string words = missing_between_devices(scene, strict_only, advice, finding);
  if (words.empty() && !strict_only) words = missing_between_kernels(scene, finding);
  if (words.empty())
    words = StreamExplainer(machine_.streams).missing_link(earlier, later);
  if (words.empty())
    words =
        "Two uses of the memory run at the same time; no stream order, event or "
        "synchronization puts one after the other.";
  return words;
}

/// Two accesses that are atomic or volatile race only if one leaves the other out.
std::string Explainer::why_strong_ones_clash(const Scene& scene,
                                             const Finding& finding) const {
  const RaceEnd& earlier = scene.earlier;
  const RaceEnd& later = scene.later;
  if (scope_of(later.strength) < scene.needed)
    return too_narrow(finding.accesses.back().op, later.pc, scope_of(later.strength),
                      later.actor, earlier.actor);
  if (scope_of(earlier.strength) < scene.needed)
    return too_narrow(finding.accesses.front().op, earlier.pc, scope_of(earlier.strength),
                      earlier.actor, later.actor);
  return "Both are atomic or volatile, but not of the very same bytes, so that neither "
         "orders the other.";
}

/// Whether a statement with this place reads the word and then writes it, as `++count`.
bool Explainer::is_an_update(std::uint64_t pc, std::uintptr_t address) const {
  std::map<Slot, const Event*> before;
  for (const Event& event : events_) {
    const Event*& last = before[event.slot];
    if (last && last->op == Op::read && event.op == Op::write &&
        last->address == address && event.address == address && last->pc < event.pc &&
        (last->pc == pc || event.pc == pc))
      return true;
    last = &event;
  }
  return false;
}

/// For an atomic or volatile access of a word and an ordinary one; "" for all others.
std::string Explainer::ordinary_beside_strong(Scene& scene,
                                              const Finding& finding) const {
  const bool earlier_is_weak = scene.earlier.strength == Strength::weak;
  const bool later_is_weak = scene.later.strength == Strength::weak;
  if (earlier_is_weak == later_is_weak || finding.accesses.size() < 2) return "";
  const RaceEnd& weak = earlier_is_weak ? scene.earlier : scene.later;
  const RaceEnd& strong = earlier_is_weak ? scene.later : scene.earlier;
  const Access &first = finding.accesses.front(), &last = finding.accesses.back();
  const std::string& strong_op = earlier_is_weak ? last.op : first.op;
  const std::string& weak_op = earlier_is_weak ? first.op : last.op;
  if (is_an_update(weak.pc, scene.address)) {
    scene.remedy = "An atomic, such as atomicAdd, does both in one.";
    return fmt::format(
        "Read and write in {} are two steps, and the {} in {} may come between them.",
        at(weak.pc), strong_op, at(strong.pc));
  }
  const bool reads = weak_op == "read";
  scene.remedy =
      reads ? "Make it an atomic, or, if it only looks, read through a volatile pointer; "
              "or let the one wait for the other."
            : "Write with an atomic or through a volatile pointer, or let the one wait "
              "for the other.";
  return fmt::format(
      "The {} in {} is an ordinary one, and the {} in {} may come at any moment{}.",
      weak_op, at(weak.pc), strong_op, at(strong.pc),
      reads ? ", also right after it" : "");
}

/// Two kernels of one device that use a word as blocks of one kernel would; "" if they
/// have to take turns.
std::string Explainer::missing_between_kernels(Scene& scene,
                                               const Finding& finding) const {
  const Actor &one = scene.earlier.actor, &other = scene.later.actor;
  if (!one.kernel_number || !other.kernel_number || scene.across_devices()) return "";
  std::string words;
  if (reads_before_it_writes(scene)) words = missing_single_writer(scene);
  if (words.empty()) words = ordinary_beside_strong(scene, finding);
  if (words.empty()) return "";
  if (!scene.remedy.empty()) scene.remedy += "  ";
  scene.remedy +=
      "If the kernels are not to overlap, cudaEventRecord and cudaStreamWaitEvent put "
      "one "
      "after the other.";
  return words;
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
          write.address == scene.address && read.pc < write.pc) {
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
std::string Explainer::missing_single_writer(Scene& scene) const {
  if (reads_before_it_writes(scene)) {
    if (std::string words = lock_lets_both_in(scene); !words.empty()) return words;
    scene.remedy = "An atomic, such as atomicAdd, does both in one.";
    return fmt::format(
        "Read and write in {} are two steps, and another thread may come between them.",
        at(scene.later.pc));
  }
  if (scene.earlier.pc == scene.later.pc) {
    scene.remedy = "Let one of them do it, or give each a word of its own.";
    return fmt::format("Several threads run {} and write the same word.",
                       at(scene.later.pc));
  }
  return "";
}

/// The last strong read of a thread before `to`.
std::optional<Explainer::Index> Explainer::last_look(Index to, Slot slot,
                                                     std::uint64_t block) const {
  for (Index i = std::min(to, events_.size()); i-- > 0;)
    if (events_[i].slot == slot && events_[i].block == block &&
        is_strong_read(events_[i].op))
      return i;
  return std::nullopt;
}

/// For two threads that both came past the same look at the same word to what one of them
/// should do at a time; "" for others.
std::string Explainer::lock_lets_both_in(Scene& scene) const {
  const auto one = last_look(scene.first, scene.earlier.slot, events_[scene.first].block);
  const auto other = last_look(scene.last, scene.later.slot, scene.later.actor.block_uid);
  if (!one || !other || events_[*one].pc != events_[*other].pc ||
      events_[*one].word != events_[*other].word)
    return "";
  scene.steps = {*one, *other};
  return fmt::format(
      "Both threads came past the {} in {}, the second while the first was still in {}: "
      "a "
      "lock may let nobody go on but who has itself changed its word from free to taken.",
      events_[*one].name, at(events_[*one].pc), at(scene.later.pc));
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
  if (const auto polls = polls_plainly(scene)) {
    scene.waits = true;
    scene.remedy =
        "Make the flag an atomic or volatile, with a __threadfence_block() before it is "
        "set and after it was seen; or let a __syncthreads() that all threads reach take "
        "its place.";
    return fmt::format(
        "The loop in {} waits with ordinary reads for another thread of the block: they "
        "order nothing, and the compiler may read once and then spin for ever.",
        at(*polls));
  }
  if (!signal)
    if (std::string words = missing_single_writer(scene); !words.empty()) return words;
  if (std::string words = a_round_ahead(scene); !words.empty()) return words;
  return fmt::format(
      "No __syncthreads() lies between {} and {}: another thread of the block may come "
      "first.",
      at(scene.earlier.pc), at(scene.later.pc));
}

/// The last arrival of a thread at a block barrier before `to`.
std::optional<Explainer::Index> Explainer::last_barrier(Index to, Slot slot) const {
  for (Index i = std::min(to, events_.size()); i-- > 0;)
    if (events_[i].slot == slot && events_[i].op == Op::barrier_arrive) return i;
  return std::nullopt;
}

/// For a loop: the thread that writes has written the word once already, in the round
/// that the other one is still in.  "" for other races.
std::string Explainer::a_round_ahead(Scene& scene) const {
  const bool writes_first = events_[scene.first].op == Op::write;
  if (!writes_first && scene.later_op != "write") return "";
  const RaceEnd& writer = writes_first ? scene.earlier : scene.later;
  const RaceEnd& reader = writes_first ? scene.later : scene.earlier;
  const Index wrote_at = writes_first ? scene.first : scene.last;
  const Index read_at = writes_first ? scene.last : scene.first;
  const auto ahead = last_barrier(wrote_at, writer.slot);
  const auto behind = last_barrier(read_at, reader.slot);
  if (!ahead || !behind || events_[*ahead].detail != events_[*behind].detail) return "";
  for (Index i = *ahead; i-- > 0;) {
    const Event& event = events_[i];
    if (event.slot != writer.slot || event.pc != writer.pc || event.op != Op::write ||
        event.address != scene.address)
      continue;
    scene.steps = {i, *ahead, *behind};
    return fmt::format(
        "Both come after the __syncthreads() in {}, and the thread that writes is a "
        "round ahead: no __syncthreads() lies between the read in {} and the next write "
        "in {}.",
        at(events_[*ahead].pc), at(reader.pc), at(writer.pc));
  }
  return "";
}

/// Kernels on two devices that signal to each other; "" if they do not.
std::string Explainer::missing_between_devices(Scene& scene, bool strict_only,
                                               std::string_view& advice,
                                               const Finding& finding) const {
  const RaceEnd& earlier = scene.earlier;
  const RaceEnd& later = scene.later;
  if (earlier.actor.host || later.actor.host || !scene.across_devices()) return "";
  if (!strict_only && !find_signal(scene, scene.first)) return "";
  return missing_between_blocks(scene, strict_only, advice, finding);
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
  constexpr unsigned kPolls = 32;  // No short loop that happens to read it again.
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

/// A thread signals, writes, and signals once more: what the reading thread looked at
/// last before it read, if that was the first of the two signals.
std::optional<Explainer::Signal> Explainer::signalled_first(const Scene& scene) const {
  if (events_[scene.first].op != Op::write) return std::nullopt;
  const auto last_of = [&](Index end, Slot slot, auto wanted) -> std::optional<Index> {
    for (Index i = end; i-- > 0;) {
      if (events_[i].slot != slot) continue;
      if (events_[i].op == Op::barrier_arrive) return std::nullopt;
      if (wanted(events_[i].op)) return i;
    }
    return std::nullopt;
  };
  const auto sent = last_of(scene.first, scene.earlier.slot, is_strong_write);
  const auto seen = last_of(scene.last, scene.later.slot, [](Op op) {
    return op == Op::volatile_read || op == Op::atomic_load;
  });
  if (!sent || !seen || events_[*sent].address != events_[*seen].address ||
      seen_write(events_[*seen]) < events_[*sent].detail)
    return std::nullopt;
  // Sent again after the write, the signal is right.
  for (Index i = scene.first; i < *seen; ++i)
    if (events_[i].slot == scene.earlier.slot && is_strong_write(events_[i].op) &&
        events_[i].address == events_[*sent].address)
      return std::nullopt;
  return Signal{*sent, *seen};
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
std::string Explainer::missing_signal(Scene& scene, const Finding& finding) const {
  if (const auto polls = polls_plainly(scene)) {
    scene.waits = true;
    scene.remedy = "Read with an atomic, or make it volatile.";
    return fmt::format(
        "The loop in {} waits with ordinary reads: they order nothing, and the compiler "
        "may read once and then spin for ever.",
        at(*polls));
  }
  if (std::string words = missing_single_writer(scene); !words.empty()) return words;
  const bool reads_plainly =
      (scene.earlier.strength == Strength::weak ? events_[scene.first].op == Op::read
                                                : scene.later_op == "read");
  const std::string mixed = ordinary_beside_strong(scene, finding);
  if (reads_plainly && !mixed.empty()) return mixed;
  std::string_view no_advice;
  if (std::string words = missing_on_the_relay(scene, false, no_advice); !words.empty())
    return words;
  if (const auto loose = loose_signal(scene)) {
    scene.steps = {loose->sent, loose->seen};
    const Event& sent = events_[loose->sent];
    return fmt::format(
        "No __syncthreads() lies between the {} in {} and the {} in {}, which two "
        "threads of one block do: neither is sure to come first.",
        sent.name, at(sent.pc), scene.later_op, at(scene.later.pc));
  }
  if (const auto early = last_signal_before(scene)) return too_early(scene, *early);
  if (!mixed.empty()) return mixed;
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
                                              std::string_view& advice,
                                              const Finding& finding) const {
  const std::optional<Signal> signal = find_signal(scene, scene.first);
  if (!strict_only && !signal && reads_before_it_writes(scene))
    if (std::string words = lock_lets_both_in(scene); !words.empty()) return words;
  if (!strict_only)
    if (const auto early = signalled_first(scene)) return too_early(scene, *early);
  if (!signal) {
    if (strict_only) {
      std::string words = missing_on_the_relay(scene, true, advice);
      if (!words.empty()) return words;
      advice = name(Advice::missing_relay_fence);
      return "The signal came by way of another block, which has no __threadfence() "
             "between seeing it and handing it on.";
    }
    return missing_signal(scene, finding);
  }
  return missing_link(scene, *signal, strict_only);
}

}  // namespace gridlock::sim
