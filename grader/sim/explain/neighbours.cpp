// Other threads of the two blocks of a race: threads that had not arrived yet, that still
// wait, or that executed a fence.
#include <algorithm>
#include <set>

#include "sim/explain/cause_makers.h"
#include "sim/explain/neighbours.h"

namespace gridlock::sim {

/// Whether a grid barrier could order the two accesses.  False if one of their blocks
/// already takes part in a protocol, such as a lock, a queue or a barrier.
bool NeighbourExplainer::barrier_may_serve(const Scene& scene) const {
  const std::uint64_t one = events_[scene.first].block;
  const std::uint64_t other = scene.later.actor.block_uid;
  return std::ranges::none_of(events_, [&](const Event& event) {
    return (event.block == one || event.block == other) && !is_plain(event.op) &&
           event.op != Op::fence && event.op != Op::barrier_arrive;
  });
}

/// The cause if one of the two blocks went on to its access too early; nothing if neither
/// block did.
std::optional<Cause> NeighbourExplainer::who_went_on(const Scene& scene) const {
  const Event& first = events_[scene.first];
  const std::uint64_t later_block = scene.later.actor.block_uid;
  if (scene.earlier.actor.host || scene.later.actor.host || scene.across_devices() ||
      scene.earlier.actor.kernel_number != scene.later.actor.kernel_number)
    return std::nullopt;
  auto cause = went_on_before(first.slot, scene.first, first.block, later_block);
  if (!cause)
    cause = went_on_before(scene.later.slot, scene.last, later_block, first.block);
  if (!cause) cause = not_held_back(scene.earlier, scene.first);
  if (!cause) cause = not_held_back(scene.later, scene.last);
  return cause;
}

/// Why one of the two blocks stopped waiting too early: another block's signal, or the
/// word's old value.  Nothing if neither is the reason.
std::optional<Cause> NeighbourExplainer::ended_in_vain(const Scene& scene) const {
  const std::uint64_t one = events_[scene.first].block;
  const std::uint64_t other = scene.later.actor.block_uid;
  auto cause = held_before(scene.first, one, other);
  if (!cause) cause = held_before(events_.size(), other, one);
  if (!cause) cause = let_go_too_early(scene.first, one);
  if (!cause) cause = let_go_too_early(events_.size(), other);
  return cause;
}

namespace {

/// Whether the strong access left its word as it was.
bool leaves_alone(const Event& event) {
  return !is_strong_write(event.op) || event.same || event.only_read;
}

}  // namespace

/// The cause if the first thread of the scene last looked at a word that it had itself
/// changed last, by an atomic operation other than an exchange; nothing otherwise.
std::optional<Cause> NeighbourExplainer::went_on_by_itself(const Scene& scene) const {
  const Slot slot = events_[scene.first].slot;
  const auto last_look = last_that(scene.first, [&](const Event& event) {
    return event.slot == slot && is_strong_read(event.op);
  });
  if (!last_look || !leaves_alone(events_[*last_look])) return std::nullopt;
  const Event& look = events_[*last_look];
  const auto last_change = last_that(*last_look, [&](const Event& event) {
    return event.word == look.word && is_strong_write(event.op) && !leaves_alone(event);
  });
  const auto value = value_of(look, look.value);
  if (!last_change || !value) return std::nullopt;
  const Event& change = events_[*last_change];
  if (change.slot != slot || change.pc == look.pc || exchanges(change) ||
      change.op != Op::read_modify_write)
    return std::nullopt;
  return WentOnByItself{operation_of(look), operation_of(change),
                        machine_.name_of(look.address, look.size), *value};
}

/// Notes the words that the first access's block read strongly.  Notes no words if there
/// are many, if one of them is no array element, or if the other block writes to one.
NeitherWaits NeighbourExplainer::looked_elsewhere(const Scene& scene) const {
  constexpr std::size_t kWordsMax = 2;
  const Event& first = events_[scene.first];
  const Actor reader = machine_.actor(first.slot, first.epoch);
  NeitherWaits told{{}, reader.block, scene.later.actor.block};
  if (reader.host || scene.later.actor.host ||
      reader.kernel_number != scene.later.actor.kernel_number)
    return told;
  std::set<std::uintptr_t> looked, signals;
  for (const Event& event : events_) {
    if (event.block == 0) continue;
    const bool changes = is_strong_write(event.op) && !event.only_read;
    if (changes && event.block == scene.later.actor.block_uid) signals.insert(event.word);
    if (event.block == first.block && is_strong_read(event.op)) looked.insert(event.word);
  }
  if (looked.size() > kWordsMax) return told;
  for (const std::uintptr_t word : looked) {
    Location location = machine_.name_of(word, sizeof(int));
    if (signals.contains(word) || !location.index) {
      told.looked.clear();
      return told;
    }
    told.looked.push_back(std::move(location));
  }
  return told;
}

/// The block's last strong read before `end` that changed nothing.
std::optional<Index> NeighbourExplainer::last_vain_look(Index end,
                                                        std::uint64_t block) const {
  return last_that(end, [&](const Event& event) {
    return event.block == block && is_strong_read(event.op) && !changed(event);
  });
}

/// Whether the block added itself to the counter before it read the counter at `look`.
bool NeighbourExplainer::has_added(std::uint64_t block, Index look) const {
  return any_between(0, look, [&](const Event& event) {
    return event.block == block && event.word == events_[look].word && changed(event);
  });
}

/// The cause if a block added itself to a counter and went on to its access `at` before
/// the other block had added itself; nothing otherwise.
/// \param slot the thread that makes the access
std::optional<Cause> NeighbourExplainer::went_on_before(Slot slot, Index at,
                                                        std::uint64_t block,
                                                        std::uint64_t other_block) const {
  const auto look = last_vain_look(std::min(at, events_.size()), block);
  if (!look) return std::nullopt;
  const Event& saw = events_[*look];
  if (saw.slot != slot && !common_barrier(*look, saw.slot, at, slot)) return std::nullopt;
  // With several counters, as in a tree, the other block may count at another one.
  const Location counter = machine_.name_of(saw.address, saw.size);
  const auto is_beside = [&](const Event& event) {
    return event.op == Op::read_modify_write && event.word != saw.word &&
           event.block == other_block;
  };
  const bool is_element = counter.index || counter.name.ends_with(']');
  if (is_element || std::ranges::any_of(events_, is_beside)) return std::nullopt;
  const auto behind = machine_.index_of_block(other_block);
  const auto value = value_of(saw, saw.value);
  if (!has_added(block, *look) || has_added(other_block, *look) || !behind || !value)
    return std::nullopt;
  WentOnBefore cause{operation_of(saw), counter, *value,
                     machine_.actor(saw.slot, saw.epoch).block, *behind};
  tell_two_that_added(block, *look, cause);
  return cause;
}

/// Notes two threads of the block that both added to the counter in one line, with no
/// barrier between them.
void NeighbourExplainer::tell_two_that_added(std::uint64_t block, Index look,
                                             WentOnBefore& cause) const {
  std::optional<Index> first;
  for (Index i = 0; i < look; ++i) {
    const Event& event = events_[i];
    if (event.block != block || event.word != events_[look].word ||
        event.op != Op::read_modify_write || !changed_word(i))
      continue;
    if (first && events_[*first].pc == event.pc && events_[*first].slot != event.slot &&
        !common_barrier(*first, events_[*first].slot, i, event.slot)) {
      cause.one =
          thread_name(machine_.actor(events_[*first].slot, events_[*first].epoch));
      cause.other = thread_name(machine_.actor(event.slot, event.epoch));
      cause.add = at(event.pc);
      return;
    }
    first = i;
  }
}

/// Whether the thread polled this word or incremented it earlier.
bool NeighbourExplainer::is_wait(const Event& look) const {
  Index looks = 0;
  for (Index i = 0; i < events_.size(); ++i) {
    const Event& event = events_[i];
    if (event.slot != look.slot || event.block != look.block ||
        event.address != look.address)
      continue;
    const bool counts = event.op == Op::read_modify_write && changed_word(i);
    if (counts && &event < &look) return true;
    looks += event.pc == look.pc;
  }
  return looks > 1;
}

/// The load with which another thread of the block begins to wait, if that is the
/// thread's first step after event `at`; null if there is none.
const Event* NeighbourExplainer::comes_to_wait(const RaceEnd& end, Index at) const {
  std::set<Slot> seen;
  for (Index i = at; i < events_.size(); ++i) {
    const Event& event = events_[i];
    if (event.block != end.actor.block_uid || event.slot == end.slot ||
        is_plain(event.op) || event.op == Op::fence || !seen.insert(event.slot).second)
      continue;
    const auto looks_there = [&](const Event& other) {
      return other.slot == event.slot && other.block == event.block &&
             other.pc == event.pc;
    };
    if (is_strong_read(event.op) && !changed(event) && is_wait(event) &&
        !any_between(0, i, looks_there))
      return &event;
  }
  return nullptr;
}

/// What the threads of one block did before an access by one of them.
struct NeighbourExplainer::Before {
  bool signals = false;       ///< The thread itself made a strong access.
  bool others_count = false;  ///< Another thread changed a word by an atomic operation.
  bool waited = false;        ///< A thread made a strong read that changed nothing.
  std::optional<gridlock::Place> barrier{};  ///< The thread's own last barrier.
  const Event* other = nullptr;    ///< Another thread's last read that set `waited`.
  const Event* waiting = nullptr;  ///< `other`, if its thread has done nothing since.
};

NeighbourExplainer::Before NeighbourExplainer::before(const RaceEnd& end,
                                                      Index at) const {
  Before did;
  for (Index i = 0; i < std::min(at, events_.size()); ++i) {
    const Event& event = events_[i];
    if (event.block != end.actor.block_uid) continue;
    if (did.waiting && did.waiting->slot == event.slot) did.waiting = nullptr;
    if (is_plain(event.op) || event.op == Op::fence) continue;
    const bool is_own = event.slot == end.slot, meets = event.op == Op::barrier_arrive;
    if (is_own && meets) did.barrier = {event.pc};
    if (meets) continue;
    const bool polls = is_strong_read(event.op) && !changed_word(i);
    did.waited |= polls;
    did.signals |= is_own;
    if (polls && !is_own) did.waiting = did.other = &event;
    did.others_count |= !is_own && event.op == Op::read_modify_write && changed_word(i);
  }
  return did;
}

/// The cause if a thread made its access `at` while another thread of its block still
/// waited or had yet to wait, or if the thread came to its access without any wait.
std::optional<Cause> NeighbourExplainer::not_held_back(const RaceEnd& end,
                                                       Index at) const {
  const Before did = before(end, at);
  const Event* waiting = did.waiting && is_wait(*did.waiting) ? did.waiting : nullptr;
  const bool comes_later = !waiting;
  if (!waiting) waiting = comes_to_wait(end, at);
  const ThreadName passed = thread_name(end.actor);
  if (waiting)
    return NeighbourStillWaits{operation_of(*waiting),
                               thread_name(machine_.actor(waiting->slot, waiting->epoch)),
                               passed, comes_later};
  const bool came_straight =
      did.barrier ? !did.waited : did.others_count || (did.other && is_wait(*did.other));
  if (did.signals || !came_straight) return std::nullopt;
  return NothingHeldItBack{passed, {end.pc}, did.barrier};
}

/// The thread's last synchronization before `end`, if that is a strong read which saw no
/// write of the recorded execution; nothing otherwise.
std::optional<Index> NeighbourExplainer::read_of_nothing(Slot slot, Index end) const {
  const auto last = last_that(end, [&](const Event& event) {
    return event.slot == slot && !is_plain(event.op) && event.op != Op::fence;
  });
  const Op op = last ? events_[*last].op : Op::fence;
  const bool only_reads = is_strong_read(op) && op != Op::read_modify_write;
  return only_reads && !source_of(*last) ? last : std::nullopt;
}

/// The cause if a thread read an element of an array of flags that no write had reached,
/// and went on to read the data that it should have waited for; nothing otherwise.
MaybeExplained NeighbourExplainer::did_not_wait(const Scene& scene) const {
  const bool reads_first = !scene.earlier.writes;
  const RaceEnd& reader = reads_first ? scene.earlier : scene.later;
  if (scene.strict_only || reader.writes || reader.actor.host ||
      machine_.history.dropped())
    return std::nullopt;
  const auto look =
      read_of_nothing(reader.slot, reads_first ? scene.first : events_.size());
  if (!look) return std::nullopt;
  const Event& saw = events_[*look];
  const Location word = machine_.name_of(saw.address, saw.size);
  const auto value = value_of(saw, saw.value);
  const std::string array = word.name.substr(0, word.name.rfind('['));
  const bool is_element = word.index || array != word.name;
  const bool is_flag = std::ranges::any_of(events_, [&](const Event& sent) {
    if (!is_strong_write(sent.op) || sent.address == saw.address) return false;
    const std::string name = machine_.name_of(sent.address, sent.size).name;
    return name.substr(0, name.rfind('[')) == array;
  });
  if (!is_element || !value || !is_flag) return std::nullopt;
  const Actor& other = reads_first ? scene.later.actor : scene.earlier.actor;
  return Explanation(
      WentOnBefore{operation_of(saw), word, *value, reader.actor.block, other.block}, {},
      {*look});
}

/// The last read before `end` by which the block waited for another block, if it saw a
/// write from before the kernel; nothing otherwise.
std::optional<Index> NeighbourExplainer::look_at_earlier_kernel(
    Index end, std::uint64_t block) const {
  const auto kernel = [&](Index i) {
    return machine_.actor(events_[i].slot, events_[i].epoch).kernel_number;
  };
  for (Index i = end; i-- > 0;) {
    if (events_[i].block != block || !is_strong_read(events_[i].op) || changed_word(i))
      continue;
    const auto source = source_of(i);
    if (source && events_[*source].block == block) continue;  // Its own signal.
    if (source && kernel(*source) == kernel(i)) return std::nullopt;
    return i;
  }
  return std::nullopt;
}

/// The cause if a block sent a signal and then read an element that still had a value
/// from before the kernel began; nothing otherwise.
std::optional<Cause> NeighbourExplainer::held_before(Index end, std::uint64_t block,
                                                     std::uint64_t other_block) const {
  const auto look = look_at_earlier_kernel(end, block);
  if (!look || machine_.history.dropped()) return std::nullopt;
  const Event& saw = events_[*look];
  const auto value = value_of(saw, saw.value);
  const auto behind = machine_.index_of_block(other_block);
  const Location word = machine_.name_of(saw.address, saw.size);
  const bool is_element = word.index || word.name.ends_with(']');
  if (!value || !behind || !is_element) return std::nullopt;
  const auto signal = last_that(*look, [&](const Event& event) {
    return event.block == block && is_strong_write(event.op);
  });
  if (!signal || !events_[*signal].left_known) return std::nullopt;
  return WentOnBefore{operation_of(saw), word, *value,
                      machine_.actor(saw.slot, saw.epoch).block, *behind};
}

/// The cause if a thread of another block released this block while further threads of
/// the other block still waited; nothing otherwise.
std::optional<Cause> NeighbourExplainer::let_go_too_early(Index end,
                                                          std::uint64_t block) const {
  const auto look = last_vain_look(end, block);
  const auto sent = look ? source_of(*look) : std::nullopt;
  if (!sent || events_[*sent].block == block || events_[*sent].block == 0)
    return std::nullopt;
  const Event& signal = events_[*sent];
  const RaceEnd sender{signal.slot,      signal.epoch,
                       signal.pc,        machine_.actor(signal.slot, signal.epoch),
                       Strength::device, true};
  const auto waiting = not_held_back(sender, *sent);
  if (waiting && waiting->is<NeighbourStillWaits>()) return waiting;
  // The other threads may not even have begun to wait.
  const auto own = last_unchanging_look(*sent, signal.slot, signal.block);
  if (!own || find(*own, *sent, signal.slot, Op::barrier_arrive)) return std::nullopt;
  const bool others_look = any_between(0, events_.size(), [&](const Event& event) {
    return event.block == signal.block && event.slot != signal.slot &&
           event.pc == events_[*own].pc && event.address != events_[*own].address;
  });
  if (!others_look) return std::nullopt;
  return NoBarrierBeforeSignal{operation_of(events_[*own]), operation_of(signal)};
}

/// A fence between `from` and `to` that has no effect, because the thread of the signal
/// `strong` did not execute it; nothing if there is no such fence.
Causes NeighbourExplainer::fence_of_another(const Scene& scene, Index from, Index to,
                                            Index strong, bool sends) const {
  const Event& signal = events_[strong];
  const auto found = first_that(from, to, [&](const Event& fence) {
    return fence.op == Op::fence && fence.block == signal.block &&
           fence.slot != signal.slot && fence.scope >= scene.needed;
  });
  if (!found) return {};
  const Event& fence = events_[*found];
  return {FenceOfAnother{operation_of(fence),
                         thread_name(machine_.actor(fence.slot, fence.epoch)),
                         thread_name(machine_.actor(signal.slot, signal.epoch)), sends}};
}

}  // namespace gridlock::sim
