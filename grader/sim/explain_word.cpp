// Races about one word that several threads use as if each were alone, and those between
// the threads of a block.
#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "sim/explain.h"
#include "sim/explain_words.h"
#include "sim/machine.h"
#include "sim/sync_objects.h"

namespace gridlock::sim {

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

std::string Explainer::missing_same_block(Scene& scene, bool strict_only) const {
  const bool first_ends = scene.first < events_.size() &&
                          std::string_view(events_[scene.first].name) == kCopyEnds;
  if (scene.earlier.epoch == kOnItsWay)
    return fmt::format(
        "The asynchronous copy of {} is on its way: its thread has not waited for it, "
        "and "
        "after that wait a __syncthreads() must come before {}.",
        at(scene.earlier.pc), at(scene.later.pc));
  if (first_ends || scene.later_op == kCopyEnds)
    return fmt::format(
        "The asynchronous copy goes on until its thread waits for it, in {}: after that "
        "wait a __syncthreads() must come before {}.",
        at(first_ends ? scene.earlier.pc : scene.later.pc),
        at(first_ends ? scene.later.pc : scene.earlier.pc));
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
  if (std::string words = lanes_only_met(scene, scene.first, scene.earlier.slot,
                                         scene.earlier.pc, scene.later.pc);
      !words.empty())
    return words;
  const std::string barrier = arrived_at(scene);
  const std::string nothing =
      barrier.empty()
          ? "No __syncthreads() lies"
          : fmt::format("Neither a __syncthreads() nor a wait at {} lies", barrier);
  return fmt::format("{} between {} and {}: another thread of the block may come first.",
                     nothing, at(scene.earlier.pc), at(scene.later.pc));
}

/// The barrier object at which one of the two threads has arrived last; "" if none.
std::string Explainer::arrived_at(const Scene& scene) const {
  const auto arrival =
      std::find_if(events_.rbegin(), events_.rend(), [&](const Event& event) {
        return (event.slot == scene.earlier.slot || event.slot == scene.later.slot) &&
               !arrival_note(event).empty();
      });
  return arrival == events_.rend() ? "" : machine_.name_of(arrival->address);
}

/// For the later thread of the race and a lane of its warp, at these two places, that met
/// after `from` in a function that orders no memory; "" for others.
std::string Explainer::lanes_only_met(const Scene& scene, Index from, Slot lane,
                                      std::uint64_t there, std::uint64_t here) const {
  const Thread& later = *machine_.current;
  const WarpCall& call = later.warp;
  if (!later.block || later.slot != scene.later.slot || call.met_pc == 0 ||
      call.operation == WarpOperation::none || call.met_at <= from)
    return "";
  const auto& threads = later.block->threads;
  const auto other = std::find_if(threads.begin(), threads.end(),
                                  [&](const Thread& t) { return t.slot == lane; });
  if (other == threads.end() || other->warp.met_at != call.met_at) return "";
  return fmt::format(
      "The {} in {} lets the lanes of the warp meet, but orders no memory: a "
      "__syncwarp() "
      "must lie between {} and {}.",
      name(call.operation), at(call.met_pc), at(there), at(here));
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

}  // namespace gridlock::sim
