// Races on one word that several threads use as if each were alone, and races between the
// threads of a block.
#include <algorithm>
#include <string_view>

#include "common/text.h"
#include "sim/execution/arrivals.h"
#include "sim/execution/machine.h"
#include "sim/explain/parts.h"
#include "sim/explain/race.h"
#include "sim/explain/storyline.h"

namespace gridlock::sim {

/// For an atomic or volatile access of a word and an ordinary one; nothing for others.
std::optional<Cause> Explainer::ordinary_beside_strong(Scene& scene,
                                                       const Finding& finding) const {
  const bool earlier_is_weak = scene.earlier.strength == Strength::weak;
  const bool later_is_weak = scene.later.strength == Strength::weak;
  if (earlier_is_weak == later_is_weak || finding.accesses.size() < 2)
    return std::nullopt;
  const RaceEnd& weak = earlier_is_weak ? scene.earlier : scene.later;
  const RaceEnd& strong = earlier_is_weak ? scene.later : scene.earlier;
  const Access &first = finding.accesses.front(), &last = finding.accesses.back();
  const gridlock::Operation strong_one{earlier_is_weak ? last.op : first.op,
                                       at(strong.pc)};
  const gridlock::Operation weak_one{earlier_is_weak ? first.op : last.op, at(weak.pc)};
  if (is_an_update(weak.pc, scene.address)) {
    scene.remedy = {UpdateAtomically{}};
    return UpdateInTwoSteps{at(weak.pc), strong_one};
  }
  const bool reads = (earlier_is_weak ? first : last).kind == StepKind::read;
  scene.remedy = {reads ? Cause(ReadStrongly{}) : Cause(WriteStrongly{})};
  return OrdinaryBesideStrong{weak_one, strong_one, reads};
}

/// For a line that several threads run where one should, or nothing if it is another
/// race.
std::optional<Cause> Explainer::missing_single_writer(Scene& scene) const {
  if (reads_before_it_writes(scene)) {
    if (const auto both = lock_lets_both_in(scene)) return *both;
    scene.remedy = {UpdateAtomically{}};
    return UpdateInTwoSteps{at(scene.later.pc), std::nullopt};
  }
  if (scene.earlier.pc == scene.later.pc) {
    scene.remedy = {LetOneThreadDoIt{}};
    return SeveralThreadsWrite{at(scene.later.pc)};
  }
  return std::nullopt;
}

/// For two threads that both passed the same check of the same word, to do what only one
/// should do at a time; nothing for others.
std::optional<LockAdmitsBoth> Explainer::lock_lets_both_in(Scene& scene) const {
  const auto one = last_look(scene.first, scene.earlier.slot, events_[scene.first].block);
  const auto other = last_look(scene.last, scene.later.slot, scene.later.actor.block_uid);
  if (!one || !other || events_[*one].pc != events_[*other].pc ||
      events_[*one].word != events_[*other].word || gives_back(*one))
    return std::nullopt;
  scene.steps = {*one, *other};
  const RaceEnd& first = *one < *other ? scene.earlier : scene.later;
  return LockAdmitsBoth{operation_of(events_[*one]), at(first.pc),
                        ignored_attempt(scene, *one, *other)};
}

/// Whether someone took a failed attempt on the lock's word for success: one of the two
/// threads, if both then do the same, or one that freed the lock between their looks.
std::optional<IgnoredAttempt> Explainer::ignored_attempt(Scene& scene, Index one,
                                                         Index other) const {
  const bool do_the_same =
      scene.earlier.pc == scene.later.pc ||
      runs(scene.earlier.slot, one, scene.first + 1, scene.later.pc) ||
      runs(scene.later.slot, other, scene.last, scene.earlier.pc);
  if (do_the_same && has_failed(one) && has_taken(other)) return attempt(one);
  if (do_the_same && has_failed(other) && has_taken(one)) return attempt(other);
  if (!has_taken(one) || !has_taken(other)) return std::nullopt;
  const auto [from, to] = std::minmax(one, other);
  for (Index i = from + 1; i < to; ++i) {
    const Event& freed = events_[i];
    if (!is_strong_write(freed.op) || freed.word != events_[to].word ||
        freed.detail != seen_write(events_[to]) ||
        Storyline::same_thread(freed, events_[from]))
      continue;
    const auto look = last_look(i, freed.slot, freed.block);
    if (!look || events_[*look].word != freed.word ||
        events_[*look].pc != events_[to].pc || !has_failed(*look))
      return std::nullopt;
    scene.steps.insert(scene.steps.end(), {*look, i});
    return attempt(*look);
  }
  return std::nullopt;
}

/// Whether it is an atomic operation that changed the word.
bool Explainer::has_taken(Index look) const {
  const Event& event = events_[look];
  return event.op == Op::read_modify_write && !event.same && !event.only_read;
}

/// Whether it is a compare-and-exchange that failed, or an exchange that changed nothing.
bool Explainer::has_failed(Index look) const {
  const Event& event = events_[look];
  const bool exchanges = contains(event.name, "xch");
  return event.only_read ||
         (event.op == Op::read_modify_write && event.same && exchanges);
}

/// Whether it is an atomic operation by which a thread puts back what its last one on the
/// word had found, and the first of its kind: it unlocks.
bool Explainer::gives_back(Index look) const {
  const Event& event = events_[look];
  if (!has_taken(look) || !event.left_known) return false;
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

/// Whether the thread has an access here, among these events.
bool Explainer::runs(Slot slot, Index from, Index to, std::uint64_t pc) const {
  for (Index i = from; i < std::min(to, events_.size()); ++i)
    if (events_[i].slot == slot && events_[i].pc == pc) return true;
  return false;
}

IgnoredAttempt Explainer::attempt(Index look) const {
  const Event& event = events_[look];
  return {operation_of(event), machine_.actor(event.slot, event.epoch).block,
          Storyline(machine_, events_).step(event).note.value};
}

Cause Explainer::missing_same_block(Scene& scene, bool strict_only) const {
  const gridlock::Place earlier = at(scene.earlier.pc), later = at(scene.later.pc);
  const bool first_ends = scene.first < events_.size() &&
                          std::string_view(events_[scene.first].name) == kCopyEnds;
  if (scene.earlier.epoch == kOnItsWay)
    return CopyInFlight{earlier, later, copied_for(scene)};
  if (first_ends) return CopyNotAwaited{earlier, later, copied_for(scene)};
  if (scene.later_op == kCopyEnds)
    return CopyNotAwaited{later, earlier, copied_for(scene)};
  const std::optional<Signal> signal = find_signal(scene, scene.first);
  if (signal && is_flag(scene, *signal)) return missing_link(scene, *signal, strict_only);
  if (const auto polls = polls_plainly(scene)) {
    scene.waits = true;
    scene.remedy = {PollStronglyInBlock{}};
    return PollsPlainly{at(*polls), true};
  }
  if (!signal)
    if (const auto cause = missing_single_writer(scene)) return *cause;
  if (const auto cause = a_round_ahead(scene)) return *cause;
  if (const auto cause = lanes_only_met(scene, scene.first, scene.earlier.slot,
                                        scene.earlier.pc, scene.later.pc))
    return *cause;
  constexpr unsigned kLanes = 32;  // Of a warp.
  const Block* block = machine_.current()->block;
  return NoBlockBarrier{earlier, later, arrived_at(scene),
                        block && block->kernel->block.count() <= kLanes};
}

/// The barrier that the last copy to these bytes was for; unknown if it was for none.
Location Explainer::copied_for(const Scene& scene) const {
  const auto& copies = machine_.current()->block->copied_for;
  auto copy = copies.upper_bound(scene.address);
  if (copy == copies.begin()) return {};
  --copy;
  if (scene.address >= copy->first + copy->second.size) return {};
  return machine_.name_of(reinterpret_cast<std::uintptr_t>(copy->second.barrier));
}

/// The barrier object at which one of the two threads has arrived last, if there is one.
Location Explainer::arrived_at(const Scene& scene) const {
  const auto arrival =
      std::find_if(events_.rbegin(), events_.rend(), [&](const Event& event) {
        return (event.slot == scene.earlier.slot || event.slot == scene.later.slot) &&
               is_arrival(event);
      });
  return arrival == events_.rend() ? Location{} : machine_.name_of(arrival->address);
}

/// For the later thread of the race and a lane of its warp, at these two places, which
/// met after `from` in a function that orders no memory; nothing for others.
std::optional<Cause> Explainer::lanes_only_met(const Scene& scene, Index from, Slot lane,
                                               std::uint64_t there,
                                               std::uint64_t here) const {
  const Thread& later = *machine_.current();
  const WarpCall& call = later.warp;
  if (!later.block || later.slot != scene.later.slot || call.met_pc == 0 ||
      call.operation == WarpOperation::none || call.met_at <= from)
    return std::nullopt;
  const auto& threads = later.block->threads;
  const auto other = std::find_if(threads.begin(), threads.end(),
                                  [&](const Thread& t) { return t.slot == lane; });
  if (other == threads.end() || other->warp.met_at != call.met_at) return std::nullopt;
  return LanesOnlyConverge{{name(call.operation), at(call.met_pc)}, at(there), at(here)};
}

/// For a loop: the thread that writes has written the word once already, in the round
/// that the other one is still in.  Nothing for other races.
std::optional<Cause> Explainer::a_round_ahead(Scene& scene) const {
  const bool writes_first = events_[scene.first].op == Op::write;
  const bool writes_plainly =
      scene.later.strength == Strength::weak && scene.later_kind == StepKind::write;
  if (!writes_first && !writes_plainly) return std::nullopt;
  const RaceEnd& writer = writes_first ? scene.earlier : scene.later;
  const RaceEnd& reader = writes_first ? scene.later : scene.earlier;
  const Index wrote_at = writes_first ? scene.first : scene.last;
  const Index read_at = writes_first ? scene.last : scene.first;
  const auto ahead = last_barrier(wrote_at, writer.slot);
  const auto behind = last_barrier(read_at, reader.slot);
  if (!ahead || !behind || events_[*ahead].detail != events_[*behind].detail)
    return std::nullopt;
  for (Index i = *ahead; i-- > 0;) {
    const Event& event = events_[i];
    if (event.slot != writer.slot || event.pc != writer.pc || event.op != Op::write ||
        event.address != scene.address)
      continue;
    scene.steps = {i, *ahead, *behind};
    return RoundAhead{at(events_[*ahead].pc), at(reader.pc), at(writer.pc)};
  }
  return std::nullopt;
}

}  // namespace gridlock::sim
