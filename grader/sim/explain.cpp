#include "sim/explain.h"

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "sim/explain_streams.h"
#include "sim/explain_words.h"
#include "sim/storyline.h"

namespace gridlock::sim {

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
  const bool host_first = earlier.slot == 0 && !later.actor.host;
  if (host_first || (later.actor.host && !earlier.actor.host))
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
