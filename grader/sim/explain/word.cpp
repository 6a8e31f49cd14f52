// Races on one word that several threads use as if each were alone, and races between the
// threads of a block.
#include <algorithm>
#include <map>
#include <string_view>

#include "common/text.h"
#include "sim/execution/arrivals.h"
#include "sim/execution/machine.h"
#include "sim/explain/cause_makers.h"
#include "sim/explain/storyline.h"
#include "sim/explain/word.h"

namespace gridlock::sim {

namespace {

bool is_access(const Event& event, Slot slot, std::uint64_t pc, std::uintptr_t address) {
  return event.slot == slot && event.pc == pc && event.address == address;
}

}  // namespace

/// The cause if the ordinary access `weak` is a step of an update in two steps; nothing
/// otherwise.
MaybeExplained WordExplainer::update_beside_strong(
    const Scene& scene, const RaceEnd& weak, const RaceEnd& strong,
    const gridlock::Operation& strong_one) const {
  if (const auto own = reads_what_it_added(scene, weak); own.adds)
    return Explanation(UpdateInTwoSteps{at(own.adds->pc), strong_one, at(own.reads)},
                       {GoByWhatItReturns{operation_of(*own.adds), at(own.reads), true}});
  if (is_an_update(weak.pc, scene.address)) {
    UpdateAtomically remedy{place_if_word(scene, weak.pc)};
    remedy.bytes = scene.size;
    return Explanation(UpdateInTwoSteps{at(weak.pc), strong_one}, {remedy});
  }
  const std::uint64_t adds = adds_after_reading(scene, weak.pc);
  if (!adds) return std::nullopt;
  return Explanation(
      UpdateInTwoSteps{at(adds), strong_one, at(weak.pc)},
      {adds == strong.pc ? Cause(GoByWhatItReturns{strong_one, at(weak.pc)})
                         : Cause(UpdateInOneStep{scene.size})});
}

/// What to do about the ordinary write `weak` beside the atomic operation `strong`.
WriteStrongly WordExplainer::write_strongly(const Scene& scene, const RaceEnd& weak,
                                            const RaceEnd& strong,
                                            const gridlock::Operation& strong_one) const {
  // Whether the writer itself took the word by that exchange, as a lock: other threads
  // then wait for this write.
  const bool gives_back = any_between(0, events_.size(), [&](const Event& event) {
    return exchanges(event) && is_access(event, weak.slot, strong.pc, scene.address);
  });
  if (gives_back) return {at(weak.pc)};
  WriteStrongly remedy{at(weak.pc), strong_one};
  if (const auto two = two_of_a_block(scene, strong.pc)) {
    remedy.by_two = true;
    remedy.one = thread_name(two->first);
    remedy.two = thread_name(two->second);
  }
  remedy.begins =
      !weak.actor.host && !any_between(0, scene.step_of(weak), [&](const Event& event) {
        return event.block == weak.actor.block_uid && event.address == scene.address &&
               event.op == Op::read_modify_write;
      });
  return remedy;
}

/// The cause if one access to a word is atomic or volatile and the other is ordinary;
/// nothing otherwise.
MaybeExplained WordExplainer::ordinary_beside_strong(const Scene& scene) const {
  const bool earlier_is_weak = scene.earlier.strength == Strength::weak;
  const bool later_is_weak = scene.later.strength == Strength::weak;
  if (earlier_is_weak == later_is_weak || scene.finding.accesses.size() < 2)
    return std::nullopt;
  const RaceEnd &weak = scene.weak_end(), &strong = scene.other(weak);
  if (weak.is_task()) return std::nullopt;  // A copy is never strong.
  const Access &first = scene.finding.accesses.front(),
               &last = scene.finding.accesses.back();
  const gridlock::Operation strong_one{earlier_is_weak ? last.op : first.op,
                                       at(strong.pc)};
  const gridlock::Operation weak_one{earlier_is_weak ? first.op : last.op, at(weak.pc)};
  if (auto told = update_beside_strong(scene, weak, strong, strong_one)) return told;
  if ((earlier_is_weak ? first : last).kind == StepKind::read) {
    ReadStrongly read_it{};
    // The thread of the strong access also read the word there, and then compares it.
    if (op_kind(strong_one.name) == OpKind::compare_exchange &&
        any_between(0, scene.step_of(strong), [&](const Event& event) {
          return is_access(event, strong.slot, weak.pc, scene.address);
        }))
      read_it.compares = strong_one;
    Explanation told(OrdinaryBesideStrong{weak_one, strong_one, true}, {read_it});
    // The later access is not recorded yet: it is unknown whether its thread reads again.
    const Event* last = earlier_is_weak ? nullptr : last_of(weak.slot, weak.pc);
    if (last && adds_to(*last, scene.address))
      told.remedy.emplace_back(GoByWhatItReturns{operation_of(*last), at(weak.pc), true});
    return told;
  }
  return Explanation(OrdinaryBesideStrong{weak_one, strong_one, false},
                     {write_strongly(scene, weak, strong, strong_one)});
}

/// Two threads of one block that executed the atomic operation at this place on the word,
/// or one thread that did so twice.  Nothing if each block executed it once.
std::optional<std::pair<Actor, Actor>> WordExplainer::two_of_a_block(
    const Scene& scene, std::uint64_t pc) const {
  std::map<std::uint64_t, const Event*> first_of;  // The key is a block.
  for (const Event& event : events_) {
    if (event.op != Op::read_modify_write || event.pc != pc ||
        event.address != scene.address)
      continue;
    const Event* first = first_of.try_emplace(event.block, &event).first->second;
    if (first != &event)
      return std::pair(machine_.actor(first->slot, first->epoch),
                       machine_.actor(event.slot, event.epoch));
  }
  return std::nullopt;
}

/// The cause if a plain access polls, or serves as a signal: then it must become strong,
/// and no further signal is missing.  Nothing otherwise.
MaybeExplained WordExplainer::plain_signal(const Scene& scene) const {
  if (const auto polls = polls_plainly(scene)) {
    const Actor &one = scene.earlier.actor, &other = scene.later.actor;
    const bool in_one_block = !one.host && one.block_uid == other.block_uid;
    Explanation told(
        PollsPlainly{at(*polls), in_one_block},
        {in_one_block ? Cause(PollStronglyInBlock{}) : Cause(PollStrongly{})});
    told.waits = true;
    return told;
  }
  if (auto told = ordinary_signal(scene)) return told;
  if (auto told = ordinary_on_flag(scene)) return told;
  return ordinary_flag(scene);
}

/// The cause if two ordinary accesses use a word that a thread also exchanges: the word
/// is a flag or a lock, and no other signal can announce it.  Nothing otherwise.
MaybeExplained WordExplainer::ordinary_on_flag(const Scene& scene) const {
  if (scene.earlier.strength != Strength::weak ||
      scene.later.strength != Strength::weak || scene.first >= events_.size() ||
      scene.earlier.pc == scene.later.pc || reads_before_it_writes(scene) ||
      update_in_two_lines(scene))
    return std::nullopt;
  for (const Event& event : events_)
    if (event.address == scene.address && exchanges(event))
      return OrdinaryOnFlag{operation_of(events_[scene.first]),
                            {scene.later_op, at(scene.later.pc)},
                            operation_of(event),
                            machine_.name_of(scene.address, scene.size)};
  return std::nullopt;
}

/// The cause if an ordinary write was meant as a signal: the other thread polls the word,
/// or the write directly follows a fence.  Otherwise nothing, since a barrier may be what
/// is missing.
MaybeExplained WordExplainer::ordinary_signal(const Scene& scene) const {
  const RaceEnd &weak = scene.weak_end(), &strong = scene.other(weak);
  const bool earlier_is_weak = &weak == &scene.earlier;
  if (strong.strength == Strength::weak || scene.first >= events_.size())
    return std::nullopt;
  const StepKind kind =
      earlier_is_weak ? scene.later_kind : kind_of(events_[scene.first]);
  // The later access is not recorded yet: what its line did before tells whether it
  // polls.
  bool looks = false, changes = false;
  for (const Event& event : events_)
    if (event.pc == strong.pc) (changed(event) ? changes : looks) = true;
  const bool is_look =
      kind == StepKind::read || (kind == StepKind::atomic && looks && !changes);
  if (!is_look || !weak.writes) return std::nullopt;
  const auto polls = std::count_if(events_.begin(), events_.end(), [&](const Event& one) {
    return is_access(one, strong.slot, strong.pc, scene.address);
  });
  const auto before = step_before(scene.step_of(weak), weak.slot);
  // The later access is not recorded yet.
  const bool waits = polls + earlier_is_weak >= 2;
  const bool is_fenced = before && events_[*before].op == Op::fence;
  if (!waits && !is_fenced) return std::nullopt;
  auto told = ordinary_beside_strong(scene);
  if (!told) return told;
  told->waits = waits;
  for (Cause& remedy : told->remedy)
    if (remedy.is<WriteStrongly>()) remedy = WriteStrongly{at(weak.pc)};
  return told;
}

/// The cause if an ordinary write follows other writes since the signal `sent`, and is a
/// signal, too: it directly follows a fence, or the other access is volatile or atomic.
/// Nothing otherwise.
MaybeExplained WordExplainer::fenced_plain_signal(const Scene& scene, Index sent) const {
  const bool writes_first = scene.earlier.writes;
  if (writes_first == (scene.later_kind != StepKind::read)) return std::nullopt;
  const RaceEnd& end = scene.writer();
  const Slot writer = end.slot;
  const Index wrote = scene.step_of(end);
  const auto fence = step_before(wrote, writer);
  const bool is_fenced = fence && *fence >= sent && events_[*fence].op == Op::fence &&
                         find(sent, *fence, writer, Op::write);
  const bool is_looked_at =
      scene.other(end).strength != Strength::weak && find(sent, wrote, writer, Op::write);
  if (!is_fenced && !is_looked_at) return std::nullopt;
  const gridlock::Operation first = operation_of(events_[scene.first]),
                            later{scene.later_op, at(scene.later.pc)};
  return Explanation(writes_first ? OrdinaryBesideStrong{first, later}
                                  : OrdinaryBesideStrong{later, first},
                     {WriteStrongly{(writes_first ? first : later).at}});
}

/// The cause if, after the first access, an ordinary write sets a word that the later
/// thread polls as if it were a signal; nothing otherwise.
MaybeExplained WordExplainer::ordinary_flag(const Scene& scene) const {
  // The earlier thread's first ordinary write to each word after `scene.first`, until the
  // later thread reads the word.
  std::map<std::uintptr_t, Index> writes;
  for (Index i = scene.first + 1; i < events_.size(); ++i) {
    const Event& event = events_[i];
    if (event.slot == scene.earlier.slot) {
      if (event.op == Op::write && event.address != scene.address)
        writes.emplace(event.address, i);
      continue;
    }
    if (event.slot != scene.later.slot || !is_strong_read(event.op)) continue;
    const auto write = writes.find(event.address);
    if (write == writes.end() || changed_word(i)) continue;
    const Index written = write->second;
    writes.erase(write);
    // A signal or a barrier already announces that write.
    if (find_signal(scene, written) ||
        common_barrier(written, scene.earlier.slot, i, event.slot))
      continue;
    return Explanation(
        OrdinaryBesideStrong{operation_of(events_[written]), operation_of(event)},
        {WriteStrongly{at(events_[written].pc)}}, {written, i});
  }
  return std::nullopt;
}

/// The cause if the writer changes the data only after a signal that the reader had seen;
/// nothing otherwise.
MaybeExplained WordExplainer::seen_too_early(const Scene& scene) const {
  const auto signal = seen_before_the_write(scene);
  if (!signal) return std::nullopt;
  if (const auto told = fenced_plain_signal(scene, signal->sent))
    return showing(*signal, *told);
  return showing(*signal, SignalledTooEarly{operation_of(events_[signal->sent]),
                                            {scene.later_op, at(scene.later.pc)},
                                            true,
                                            false,
                                            claimed_by(signal->sent)});
}

/// The variables that the thread has written strongly since the race's first access.
std::set<std::string> WordExplainer::signalled_by(Slot writer, const Scene& scene) const {
  std::set<std::string> signals;
  for (Index i = scene.first; i < events_.size(); ++i)
    if (events_[i].slot == writer && is_strong_write(events_[i].op))
      signals.insert(machine_.name_of(events_[i].address, events_[i].size).variable());
  signals.erase("");
  return signals;
}

/// The cause if one line reads what a signal announces, and a later line waits for that
/// signal: the reader, or another thread that runs both lines, comes to the read first.
/// Nothing otherwise.
MaybeExplained WordExplainer::waits_too_late(const Scene& scene) const {
  const bool reads_later = scene.earlier.writes;
  if (reads_later == scene.later.writes) return std::nullopt;
  const RaceEnd& reader = scene.other(scene.writer());
  const std::set<std::string> signals = signalled_by(scene.earlier.slot, scene);
  std::set<std::uintptr_t> written;  // The words that anyone has written strongly.
  const auto announces = [&](const Event& event) {
    return reads_later
               ? signals.contains(machine_.name_of(event.address, event.size).variable())
               : event.slot == reader.slot && !written.contains(event.address);
  };
  std::map<Slot, const Event*> reads;  // Each thread's read, if no wait came before it.
  std::set<Slot> waited;
  for (const Event& event : events_) {
    if (event.pc == reader.pc && !waited.contains(event.slot)) reads[event.slot] = &event;
    if (event.op == Op::barrier_arrive) reads.erase(event.slot);
    if (is_strong_read(event.op) && announces(event)) {
      const Event* read = reads[event.slot];
      if (read && !changed(event) && is_plain(read->op))
        return Explanation(AccessBeforeWait{operation_of(*read), operation_of(event)});
      waited.insert(event.slot);
    }
    if (is_strong_write(event.op) && event.block != 0) written.insert(event.address);
  }
  return std::nullopt;
}

/// The cause if one of two threads of a block signals to the other, and the signal or the
/// wait for it stands in the wrong place; nothing otherwise.
MaybeExplained WordExplainer::signal_out_of_place(const Scene& scene) const {
  auto signal = signalled_first(scene);
  if (!signal) {  // Their last signals may be others, such as a lock.
    signal = last_signal_before(scene);
    if (signal &&
        (events_[signal->sent].slot != scene.earlier.slot ||
         events_[signal->seen].slot != scene.later.slot ||
         find(signal->sent, scene.first, scene.earlier.slot, Op::barrier_arrive) ||
         (changed_word(signal->seen) && !exchanges(events_[signal->seen]))))
      signal.reset();
  }
  if (!signal) {
    if (auto told = seen_too_early(scene)) return told;
    return waits_too_late(scene);
  }
  if (const auto told = fenced_plain_signal(scene, signal->sent))
    return showing(*signal, *told);
  const bool wrote = scene.earlier.writes;
  return showing(*signal, SignalledTooEarly{operation_of(events_[signal->sent]),
                                            operation_of(events_[scene.first]), wrote,
                                            wrote && scene.later_kind != StepKind::read,
                                            claimed_by(signal->sent)});
}

namespace {

bool differ_behind_x(const std::array<int, 3>& one, const std::array<int, 3>& other) {
  return one[0] == other[0] && (one[1] != other[1] || one[2] != other[2]);
}

}  // namespace

/// The cause if two threads that differ in y or z use the same element of an array, as if
/// its index came from x alone; nothing otherwise.
MaybeExplained WordExplainer::shared_element(const Scene& scene) const {
  const Actor &one = scene.earlier.actor, &other = scene.later.actor;
  if (one.host || other.host || scene.earlier.strength != Strength::weak ||
      scene.later.strength != Strength::weak ||
      !machine_.name_of(scene.address, scene.size).index ||
      !(differ_behind_x(one.thread, other.thread) ||
        differ_behind_x(one.block, other.block)))
    return std::nullopt;
  const RaceEnd &writer = scene.writer(), &reader = scene.other(writer);
  const Index end = scene.step_of(writer);
  const Index begin = last_barrier(end, writer.slot).value_or(0);
  if (!any_between(begin, end, [&](const Event& event) {
        return is_access(event, writer.slot, reader.pc, scene.address);
      }))
    return std::nullopt;
  return Explanation(
      SeveralThreadsWrite{at(writer.pc), thread_name(one), thread_name(other)},
      {LetOneThreadDoIt{true, at(writer.pc)}});
}

namespace {

/// Whether the thread executes the instruction `look` after `change`, with no barrier in
/// between.
/// \param looks_now whether it is about to execute `look`
bool looks_after_change(const std::vector<Event>& events, Slot slot, std::uint64_t look,
                        std::uint64_t change, bool looks_now) {
  bool changed = false;
  for (const Event& event : events) {
    if (event.slot != slot) continue;
    if (event.op == Op::barrier_arrive) changed = false;
    if (changed && event.pc == look) return true;
    changed |= event.pc == change;
  }
  return changed && looks_now;
}

}  // namespace

/// The cause if threads of one block execute an ordinary read and an atomic operation in
/// turns, as in a loop over `if (!taken[i]) atomicExch(&taken[i], 1)`.  A barrier between
/// the two lines would not order them.  Nor would it if one of the threads executes both
/// on a word of global memory, which other blocks may change.  Nothing otherwise.
MaybeExplained WordExplainer::look_beside_change(const Scene& scene) const {
  const RaceEnd &weak = scene.weak_end(), &strong = scene.other(weak);
  if (strong.strength == Strength::weak || weak.writes) return std::nullopt;
  const Index changes_at = scene.step_of(strong);
  const Index begin = last_barrier(changes_at, strong.slot).value_or(0);
  const bool has_looked = any_between(begin, changes_at, [&](const Event& event) {
    return is_access(event, strong.slot, weak.pc, scene.address);
  });
  // The later access is not recorded yet.
  const bool looks_now = &weak == &scene.later;
  const bool in_turn =
      looks_after_change(events_, weak.slot, weak.pc, strong.pc, looks_now) ||
      looks_after_change(events_, strong.slot, weak.pc, strong.pc, false);
  const Index looks_at = scene.step_of(weak);
  const bool runs_both =
      has_looked ||
      any_between(last_barrier(looks_at, weak.slot).value_or(0), looks_at,
                  [&](const Event& event) {
                    return is_access(event, weak.slot, strong.pc, scene.address);
                  });
  const bool of_all_blocks = machine_.memory.arena.contains(scene.address);
  return (has_looked && in_turn) || (runs_both && of_all_blocks)
             ? ordinary_beside_strong(scene)
             : std::nullopt;
}

/// The cause if several threads run a line that only one should run; nothing otherwise.
MaybeExplained WordExplainer::missing_single_writer(const Scene& scene) const {
  if (reads_before_it_writes(scene)) {
    if (auto both = lock_lets_both_in(scene)) return both;
    const auto [read, write] = steps_of_update(scene);
    return Explanation(UpdateInTwoSteps{at(write), std::nullopt, at(read)},
                       {update_atomically(scene, write)});
  }
  if (scene.earlier.pc != scene.later.pc) return std::nullopt;
  if (auto looked = looked_before_taken(scene, false)) return looked;
  if (auto same = same_index_found(scene)) return same;
  const gridlock::Location word = machine_.name_of(scene.address, scene.size);
  const bool of_array = word.index.has_value();
  const bool by_blocks = word.kind == gridlock::Location::Kind::named &&
                         !word.is_shared && scene.needed == kDeviceScope;
  return Explanation(
      SeveralThreadsWrite{at(scene.later.pc), thread_name(scene.earlier.actor),
                          thread_name(scene.later.actor)},
      {LetOneThreadDoIt{of_array, at(scene.later.pc), by_blocks, word.is_shared,
                        atomic_before_write(scene.later.slot)}});
}

/// The atomic operation that may have given the thread the value that it is about to
/// write; nothing if the thread has done more than read since that operation.
std::optional<gridlock::Operation> WordExplainer::atomic_before_write(Slot slot) const {
  const auto last = last_that(events_.size(), [&](const Event& event) {
    return event.slot == slot && event.op != Op::read;
  });
  if (!last || events_[*last].op != Op::read_modify_write) return std::nullopt;
  return operation_of(events_[*last]);
}

/// The thread's last read, between its last block barrier and `to`, that found the
/// contested element's index in another word and did not change it; null if there is
/// none.
const Event* WordExplainer::look_for_index(const Scene& scene, Slot slot,
                                           Index to) const {
  const auto index = machine_.name_of(scene.address, scene.size).index;
  for (Index i = std::min(to, events_.size()); i-- > 0;) {
    const Event& event = events_[i];
    if (event.slot != slot) continue;
    if (event.op == Op::barrier_arrive) return nullptr;
    const std::uint64_t value = is_write(event) ? event.found : event.value;
    // An ordinary read may find a 0 anywhere.
    const bool reads = is_strong_read(event.op) || (event.op == Op::read && value > 0);
    if (reads && !changed_word(i) && event.address != scene.address && value == index)
      return &event;
  }
  return nullptr;
}

/// The cause if two threads write the same element after both found its index in a word
/// that neither had changed; nothing otherwise.
MaybeExplained WordExplainer::same_index_found(const Scene& scene) const {
  const gridlock::Location element = machine_.name_of(scene.address, scene.size);
  if (!element.index) return std::nullopt;
  const Event* one = look_for_index(scene, scene.earlier.slot, scene.first);
  const Event* other = look_for_index(scene, scene.later.slot, scene.last);
  if (!one || !other || one->pc != other->pc || one->address != other->address)
    return std::nullopt;
  const auto value = value_of(*one, *element.index);
  if (!value) return std::nullopt;
  const gridlock::Location word = machine_.name_of(one->address, one->size);
  return Explanation(
      SameIndexFound{word, *value, at(one->pc), at(scene.later.pc),
                     thread_name(scene.earlier.actor), thread_name(scene.later.actor)},
      {TakeIndexInOneStep{word}},
      {Index(one - events_.data()), Index(other - events_.data())});
}

/// The places of the read and the write, if reads_before_it_writes() holds for the race.
std::pair<std::uint64_t, std::uint64_t> WordExplainer::steps_of_update(
    const Scene& scene) const {
  const std::uint64_t racing = scene.later.pc;
  for (Index i = 1; i < events_.size(); ++i) {
    const Event &read = events_[i - 1], &write = events_[i];
    if (read.op == Op::read && write.op == Op::write && read.slot == write.slot &&
        read.address == scene.address && write.address == scene.address &&
        read.pc < write.pc && (read.pc == racing || write.pc == racing))
      return {read.pc, write.pc};
  }
  return {racing, racing};
}

UpdateAtomically WordExplainer::update_atomically(const Scene& scene,
                                                  std::uint64_t write) const {
  UpdateAtomically remedy{place_if_word(scene, write)};
  remedy.bytes = scene.size;
  const Actor &one = scene.earlier.actor, &other = scene.later.actor;
  remedy.in_one_block = !one.host && !other.host && one.block_uid == other.block_uid;
  const gridlock::Location word = machine_.name_of(scene.address, scene.size);
  if (!word.index) return remedy;
  remedy.element = word;
  remedy.one = thread_name(scene.earlier.actor);
  remedy.other = thread_name(scene.later.actor);
  return remedy;
}

namespace {

/// Whether the race is about an update in two steps, `read` and `write`.  The later
/// access is one of the two.  The earlier access is one of them too, or a write
/// elsewhere, such as a reset of the word; at least one of the accesses writes.
bool are_of_update(const RaceEnd& earlier, const RaceEnd& later, std::uint64_t read,
                   std::uint64_t write) {
  const auto is_either = [&](std::uint64_t pc) { return pc == read || pc == write; };
  const bool writes =
      earlier.pc == write || later.pc == write || (earlier.writes && later.pc == read);
  return read != 0 && read < write && writes && is_either(later.pc) &&
         (is_either(earlier.pc) || earlier.writes);
}

}  // namespace

/// The cause if one of the two threads reads a single word in one statement and writes it
/// in another, with no step in between that others could see; nothing otherwise, nor for
/// elements of arrays.
MaybeExplained WordExplainer::update_in_two_lines(const Scene& scene) const {
  if (machine_.name_of(scene.address, scene.size).index) return std::nullopt;
  const auto matches = [&](std::uint64_t read, std::uint64_t write) {
    return are_of_update(scene.earlier, scene.later, read, write);
  };
  for (const RaceEnd* end : {&scene.earlier, &scene.later}) {
    // The places of the thread's reads of the word since its last strong access.
    std::vector<std::uint64_t> reads;
    const auto found = [&](std::uint64_t read, std::uint64_t write) {
      if (reads.back() < write) read = reads.back();  // The write depends on it.
      return Explanation(UpdateInTwoSteps{at(write), std::nullopt, at(read)},
                         {UpdateInOneStep{scene.size}});
    };
    const auto one_of_update = [&](std::uint64_t write) {
      return std::find_if(reads.rbegin(), reads.rend(),
                          [&](std::uint64_t read) { return matches(read, write); });
    };
    for (Index i = 0; i < scene.last; ++i) {
      const Event& event = events_[i];
      if (event.slot != end->slot) continue;
      if (!is_plain(event.op)) reads.clear();
      if (event.address != scene.address) continue;
      if (event.op == Op::read) reads.push_back(event.pc);
      if (event.op != Op::write) continue;
      const auto read = one_of_update(event.pc);
      if (read != reads.rend()) return found(*read, event.pc);
      reads.clear();
    }
    const bool writes_now = end == &scene.later && scene.later_kind == StepKind::write;
    if (!writes_now || scene.later.strength != Strength::weak) continue;
    const auto read = one_of_update(end->pc);
    if (read != reads.rend()) return found(*read, end->pc);
  }
  return std::nullopt;
}

/// The cause if both threads read the same value of another word, at one line, before
/// either changed it; nothing otherwise.
/// \param both_must_set whether both threads must then set the word, or only one of them
MaybeExplained WordExplainer::looked_before_taken(const Scene& scene,
                                                  bool both_must_set) const {
  const auto one =
      last_unchanging_look(scene.first, scene.earlier.slot, events_[scene.first].block);
  const auto other =
      last_unchanging_look(scene.last, scene.later.slot, scene.later.actor.block_uid);
  if (!one || !other) return std::nullopt;
  const Event &first = events_[*one], &second = events_[*other];
  const auto value = value_of(first, first.value);
  if (first.pc != second.pc || first.word != second.word || first.value != second.value ||
      seen_write(first) != seen_write(second) || !value)
    return std::nullopt;
  const auto one_set = set_behind(*one, scene.last);
  const auto other_set = set_behind(*other, scene.last);
  if (both_must_set ? !one_set || !other_set : !one_set && !other_set)
    return std::nullopt;
  const Index set = one_set ? *one_set : *other_set;
  return Explanation(
      LookedBeforeTaken{machine_.name_of(first.address, first.size), *value, at(first.pc),
                        at(events_[set].pc), thread_name(scene.earlier.actor),
                        thread_name(scene.later.actor)},
      {TakeAtomically{}}, {*one, *other, set});
}

/// The step by which the thread of the load `look` then sets the word, whatever it holds.
std::optional<Index> WordExplainer::set_behind(Index look, Index last) const {
  for (Index i = look + 1; i < std::min(last, events_.size()); ++i) {
    const Event& change = events_[i];
    if (!Storyline::same_thread(change, events_[look]) ||
        change.word != events_[look].word || !is_strong_write(change.op))
      continue;
    if (change.op == Op::read_modify_write &&
        (!exchanges(change) || exchanges_if_equal(change)))
      return std::nullopt;
    return i;
  }
  return std::nullopt;
}

/// The cause if one of the two threads went on after a compare-and-exchange that expected
/// a lock's taken value and wrote it again; nothing otherwise.
MaybeExplained WordExplainer::swapped_for_itself(const Scene& scene) const {
  for (const RaceEnd* end : {&scene.later, &scene.earlier}) {
    if (end->actor.host) continue;
    const auto swaps = [&](const Event& event) {
      return event.slot == end->slot && exchanges_if_equal(event) && event.same &&
             !event.only_read;
    };
    Index i = std::min(end == &scene.later ? scene.last : scene.first, events_.size());
    while (i-- > 0 && !swaps(events_[i])) {
    }
    if (i >= events_.size()) continue;
    const Event& swap = events_[i];
    const auto value = value_of(swap, swap.found);
    const auto takes = [&](const Event& event) {
      return event.word == swap.word && exchanges_if_equal(event) && !event.only_read &&
             !event.same && event.left_known && event.left == swap.found;
    };
    // If no exchange took the lock, the thread must have gone on because of `swap`.
    const bool is_taken = std::any_of(events_.begin(), events_.end(), takes);
    const std::size_t last =
        std::min(end == &scene.later ? scene.last : scene.first, events_.size());
    const bool goes_on = std::none_of(
        events_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
        events_.begin() + static_cast<std::ptrdiff_t>(last), [&](const Event& event) {
          return event.slot == end->slot && event.word == swap.word;
        });
    if (!value || (!is_taken && !goes_on)) continue;
    return Explanation(
        SwappedForItself{operation_of(swap), thread_name(end->actor),
                         machine_.name_of(swap.address, swap.size), *value, !is_taken},
        {}, {i});
  }
  return std::nullopt;
}

/// The cause if both threads passed the same check of a word in order to do what only one
/// thread should do at a time; nothing otherwise.
MaybeExplained WordExplainer::lock_lets_both_in(const Scene& scene) const {
  const auto one = last_look(scene.first, scene.earlier.slot, events_[scene.first].block);
  const auto other = last_look(scene.last, scene.later.slot, scene.later.actor.block_uid);
  if (!one || !other || events_[*one].pc != events_[*other].pc ||
      events_[*one].word != events_[*other].word || !exchanges(events_[*one]) ||
      gives_back(*one))
    return std::nullopt;
  const auto [from, to] = std::minmax(*one, *other);
  Steps steps{*one, *other};
  LockAdmitsBoth both{operation_of(events_[*one]),
                      {},
                      false,
                      ignored_attempt(scene, *one, *other, steps)};
  for (Index i = from + 1; i < to; ++i)
    both.was_given_back |= is_strong_write(events_[i].op) &&
                           events_[i].word == events_[from].word &&
                           Storyline::same_thread(events_[i], events_[from]);
  if (both.was_given_back && !both.ignored) return std::nullopt;
  const bool first_is_earlier = *one < *other;
  if (!first_is_earlier || scene.first > to)
    both.inside = at((first_is_earlier ? scene.earlier : scene.later).pc);
  return Explanation(both, {}, std::move(steps));
}

/// Whether the racing threads run the same code: after these steps, one of them also
/// executes the other one's access.
bool WordExplainer::run_the_same(const Scene& scene, Index one, Index other) const {
  return scene.earlier.pc == scene.later.pc ||
         runs(scene.earlier.slot, one, scene.first + 1, scene.later.pc) ||
         runs(scene.later.slot, other, scene.last, scene.earlier.pc);
}

/// A failed attempt to take the lock, between two successful ones, by a thread that then
/// freed the lock all the same.
std::optional<IgnoredAttempt> WordExplainer::ignored_between(Index from, Index to,
                                                             Steps& steps) const {
  for (Index i = from + 1; i < to; ++i) {
    const Event& freed = events_[i];
    if (!is_strong_write(freed.op) || freed.word != events_[to].word) continue;
    if (Storyline::same_thread(freed, events_[from])) return std::nullopt;
    const auto look = last_look(i, freed.slot, freed.block);
    if (!look || events_[*look].pc != events_[to].pc || !has_failed(events_[*look]))
      continue;
    if (events_[*look].word != freed.word) continue;
    steps.insert(steps.end(), {*look, i});
    return attempt(*look);
  }
  return std::nullopt;
}

/// A failed attempt to take the lock by a thread that went on as if it had succeeded.  It
/// is one of the racing threads, if both run the same code.  Otherwise, it is a thread
/// that then freed the lock between the attempts of the racing threads.
std::optional<IgnoredAttempt> WordExplainer::ignored_attempt(const Scene& scene,
                                                             Index one, Index other,
                                                             Steps& steps) const {
  const bool do_the_same = run_the_same(scene, one, other);
  if (do_the_same && has_failed(events_[one]) && changed_word(other)) return attempt(one);
  if (do_the_same && has_failed(events_[other]) && (changed_word(one) || none_takes(one)))
    return attempt(other);
  if (!changed_word(one) || !changed_word(other)) return std::nullopt;
  const auto [from, to] = std::minmax(one, other);
  return ignored_between(from, to, steps);
}

/// Whether all attempts on the word at this line have failed.
bool WordExplainer::none_takes(Index look) const {
  return !any_between(0, events_.size(), [&](const Event& event) {
    return event.pc == events_[look].pc && event.word == events_[look].word &&
           !has_failed(event);
  });
}

/// The value that a successful compare-and-exchange wrote; nothing for other events.
std::optional<Value> WordExplainer::claimed_by(Index step) const {
  const Event& event = events_[step];
  if (!exchanges_if_equal(event) || !changed_word(step) || !event.left_known)
    return std::nullopt;
  return value_of(event, event.left);
}

/// Whether the event is a compare-and-exchange that failed, or an exchange that changed
/// nothing.
bool WordExplainer::has_failed(const Event& event) {
  return event.only_read || (event.op == Op::read_modify_write && event.same &&
                             op_kind(event.name) == OpKind::exchange);
}

/// Whether the event unlocks: it restores what the thread's last operation on the word
/// had found, and the thread has not executed this line for this word before.
bool WordExplainer::gives_back(Index look) const {
  const Event& event = events_[look];
  if (!changed_word(look) || !event.left_known) return false;
  bool puts_back = false, again = false;
  for (Index i = look; i-- > 0 && !again;) {
    const Event& before = events_[i];
    if (before.slot != event.slot || before.block != event.block ||
        before.word != event.word)
      continue;
    if (!puts_back && is_strong_write(before.op)) {
      if (before.value != event.left) return false;
      puts_back = true;
    }
    again = before.pc == event.pc;
  }
  return puts_back && !again;
}

/// Whether the thread executed an access at this line between the two events.
bool WordExplainer::runs(Slot slot, Index from, Index to, std::uint64_t pc) const {
  return any_between(
      from, to, [&](const Event& event) { return event.slot == slot && event.pc == pc; });
}

IgnoredAttempt WordExplainer::attempt(Index look) const {
  const Event& event = events_[look];
  return {operation_of(event), machine_.actor(event.slot, event.epoch).block,
          Storyline(machine_, events_).step(event).note.value};
}

/// The cause if one of the accesses is an asynchronous copy: it is in flight, or nothing
/// orders its end before the other access.  Nothing otherwise.
MaybeExplained WordExplainer::copy_not_awaited(const Scene& scene) const {
  const gridlock::Place earlier = at(scene.earlier.pc), later = at(scene.later.pc);
  const std::string_view first_op =
      scene.first < events_.size() ? events_[scene.first].name : "";
  if (scene.earlier.epoch == kOnItsWay)
    return CopyInFlight{earlier, later, copied_for(scene)};
  if (first_op == kCopyEnds || first_op == kBulkEnds)
    return CopyNotAwaited{earlier, later, copied_for(scene)};
  if (scene.later_op == kCopyEnds)
    return CopyNotAwaited{later, earlier, copied_for(scene)};
  return std::nullopt;
}

/// How often the thread at this end of the race executed `pc` before event `to`.  Reads
/// in a row count once: a loop over elements is one turn.
/// \param comes whether the thread executes `pc` once more, at `to`
unsigned WordExplainer::turns_at(std::uint64_t pc, const RaceEnd& end, Index to,
                                 bool comes) const {
  unsigned turns = 0;
  bool reads_on = false;
  for (Index i = 0; i < to; ++i) {
    const Event& event = events_[i];
    if (event.slot != end.slot || event.block != end.actor.block_uid) continue;
    if (event.op != Op::read) reads_on = false;
    if (event.pc != pc) continue;
    turns += !reads_on;
    reads_on = true;
  }
  return turns + (comes && !reads_on);
}

/// The place of the racing write, if it completes an update: its thread last read the
/// word at the place of the racing read, which comes earlier in the code, and then made
/// only plain accesses.  0 otherwise.
std::uint64_t WordExplainer::write_of_update(const Scene& scene) const {
  const RaceEnd &writer = scene.writer(), &reader = scene.other(writer);
  if (reader.writes || reader.pc >= writer.pc || writer.strength != Strength::weak ||
      reader.strength != Strength::weak)
    return 0;
  for (Index i = scene.step_of(writer); i-- > 0;) {
    const Event& event = events_[i];
    if (event.slot != writer.slot) continue;
    if (!is_plain(event.op)) return 0;
    if (event.address == scene.address)
      return event.op == Op::read && event.pc == reader.pc ? writer.pc : 0;
  }
  return 0;
}

/// Orders a read and a write as they come in the program.  How often reader and writer
/// have passed the place of the read shows which comes first.
void WordExplainer::put_into_program_order(const Scene& scene,
                                           NoBlockBarrier& missing) const {
  const bool writes_first = scene.earlier.writes;
  const bool reads_later =
      scene.later_kind == StepKind::read && scene.later.strength == Strength::weak;
  if (machine_.history.dropped()) return;
  const auto is_new = [&](std::uint64_t pc) {
    return turns_at(pc, scene.earlier, scene.step_of(scene.earlier), false) == 0 &&
           turns_at(pc, scene.later, scene.step_of(scene.later), false) == 0;
  };
  if (writes_first != reads_later) {
    missing.first_turn = is_new(scene.earlier.pc) && is_new(scene.later.pc);
    return;
  }
  const RaceEnd &writer = scene.writer(), &reader = scene.other(writer);
  const unsigned of_reader = turns_at(reader.pc, reader, scene.step_of(reader), true);
  const unsigned of_writer = turns_at(reader.pc, writer, scene.step_of(writer), false);
  const auto first_at = [&](std::uint64_t pc) {
    return std::find_if(events_.begin(), events_.end(), [&](const Event& event) {
      return event.slot == writer.slot && event.block == writer.actor.block_uid &&
             event.pc == pc;
    });
  };
  // Whether the write comes before the read: of the two accesses or, if the writer is a
  // round ahead, within each round.
  const bool ahead = of_writer > of_reader;
  const bool begins =
      ahead ? first_at(writer.pc) < first_at(reader.pc) : of_writer < of_reader;
  missing.next_round =
      ahead || (begins && of_writer > 0 && first_at(reader.pc) < first_at(writer.pc));
  missing.earlier = at(begins != ahead ? writer.pc : reader.pc);
  missing.later = at(begins != ahead ? reader.pc : writer.pc);
}

/// The missing link of a race with a bulk copy: a wait, if the earlier access is a copy
/// in flight; a proxy fence, if the later access is a copy.  The threads' order does not
/// cover copies.
std::optional<Cause> WordExplainer::missing_of_bulk_copy(const Scene& scene,
                                                         Finding& finding) const {
  const gridlock::Place earlier = at(scene.earlier.pc), later = at(scene.later.pc);
  if (scene.earlier.epoch == kUnended) {
    const BulkCopy* copy = machine_.bulk_copies.find(
        scene.earlier.slot, {scene.address, scene.size}, scene.earlier.writes);
    if (!copy) return std::nullopt;
    using Lacks = BulkCopyInFlight::Lacks;
    BulkCopyInFlight lacking{Lacks::wait_for_reads, earlier, later, {}, copy->has_read};
    if (copy->barrier) {
      lacking.lacks = copy->was_left_out ? Lacks::expected_bytes : Lacks::wait_at_barrier;
      lacking.barrier =
          machine_.name_of(reinterpret_cast<std::uintptr_t>(copy->barrier), 8);
    } else if (scene.earlier.writes) {
      lacking.lacks = Lacks::wait_for_writes;
    }
    return lacking;
  }
  const Thread* thread = machine_.current();
  if (scene.later_op != kBulkBegins || !thread ||
      !thread->knows(kStrict, scene.earlier.slot, scene.earlier.epoch))
    return std::nullopt;
  finding.what = {UnseenByBulkCopy{finding.accesses.back().location}};
  return NoProxyFence{earlier, later, scene.earlier.slot == scene.later.slot};
}

/// The barrier of the last bulk copy to these bytes; unknown if it had none.
Location WordExplainer::copied_for(const Scene& scene) const {
  const auto& copies = machine_.current()->block->copied_for;
  auto copy = copies.upper_bound(scene.address);
  if (copy == copies.begin()) return {};
  --copy;
  if (scene.address >= copy->first + copy->second.size) return {};
  return machine_.name_of(reinterpret_cast<std::uintptr_t>(copy->second.barrier));
}

/// The barrier object at which one of the two threads last arrived, if there is one.
Location WordExplainer::arrived_at(const Scene& scene) const {
  const auto arrival = last_that(events_.size(), [&](const Event& event) {
    return (event.slot == scene.earlier.slot || event.slot == scene.later.slot) &&
           is_arrival(event);
  });
  return arrival ? machine_.name_of(events_[*arrival].address) : Location{};
}

/// The cause if a loop's writer is a round ahead: it has already written the word once
/// since the other thread's round began; nothing otherwise.
MaybeExplained WordExplainer::a_round_ahead(const Scene& scene) const {
  const bool writes_first = events_[scene.first].op == Op::write;
  const bool writes_plainly =
      scene.later.strength == Strength::weak && scene.later_kind == StepKind::write;
  if (!writes_first && !writes_plainly) return std::nullopt;
  const RaceEnd& writer = writes_first ? scene.earlier : scene.later;
  const RaceEnd& reader = scene.other(writer);
  const auto ahead = last_barrier(scene.step_of(writer), writer.slot);
  const auto behind = last_barrier(scene.step_of(reader), reader.slot);
  if (!ahead || !behind || events_[*ahead].detail != events_[*behind].detail)
    return std::nullopt;
  const auto wrote = last_that(*ahead, [&](const Event& event) {
    return event.op == Op::write &&
           is_access(event, writer.slot, writer.pc, scene.address);
  });
  if (!wrote) return std::nullopt;
  const bool met_before = last_barrier(*ahead, writer.slot).value_or(0) > *wrote;
  return Explanation(
      RoundAhead{at(events_[*ahead].pc), at(reader.pc), at(writer.pc), met_before}, {},
      {*wrote, *ahead, *behind});
}

}  // namespace gridlock::sim
