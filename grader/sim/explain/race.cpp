#include "sim/explain/race.h"

#include <cstdint>
#include <string_view>

#include "sim/explain/parts.h"
#include "sim/explain/storyline.h"
#include "sim/explain/stream_links.h"

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
              finding.accesses.back().op,
              finding.accesses.back().kind};
  if (earlier.strength != Strength::weak && finding.accesses.size() == 2 &&
      scene.first < events_.size() && events_[scene.first].pc == earlier.pc) {
    finding.accesses.front().op = events_[scene.first].name;
    finding.accesses.front().kind = kind_of(events_[scene.first]);
  }
  if (scene.first == events_.size() && machine_.history.dropped()) {
    finding.missing = {missing_without_history(earlier, later)};
    return false;
  }
  const Storyline story(machine_, events_);
  FindingKind kind = finding.kind;
  const std::optional<Cause> of_bulk_copy = missing_of_bulk_copy(scene, finding);
  finding.missing = {of_bulk_copy ? *of_bulk_copy
                                  : missing_of(scene, strict_only, kind, finding)};
  finding.missing.insert(finding.missing.end(), scene.beside.begin(), scene.beside.end());
  finding.remedy = scene.remedy;
  if (strict_only) {
    finding.kind = kind;
    // The observation comes first: that is the line to change.
    if (scene.seen)
      finding.accesses.insert(finding.accesses.begin(), story.step(events_[*scene.seen]));
  }
  finding.interleaving =
      story.of_race({scene.first, earlier.slot, later.slot, later.actor.block_uid,
                     address, size, scene.steps},
                    finding.accesses.back());
  return scene.waits;
}

/// The cause if the history no longer has the first access: it holds for every such race.
Cause Explainer::missing_without_history(const RaceEnd& earlier,
                                         const RaceEnd& later) const {
  const Actor &one = earlier.actor, &other = later.actor;
  if (one.host || other.host || one.kernel_number != other.kernel_number)
    return StreamExplainer(machine_.streams)
        .missing_link(earlier, later)
        .value_or(NothingOrdersThem{});
  if (one.block_uid == other.block_uid)
    return NoBlockBarrier{at(earlier.pc), at(later.pc), {}};
  return NothingOrdersThem{};
}

namespace {

bool host_and_device(const RaceEnd& earlier, const RaceEnd& later) {
  const bool host_first = earlier.slot == 0 && !later.actor.host;
  return host_first || (later.actor.host && !earlier.actor.host);
}

bool are_of_one_kernel(const Actor& one, const Actor& other) {
  return !one.host && !other.host && one.kernel_number == other.kernel_number;
}

}  // namespace

/// The missing link, chosen by how the two threads are related.
Cause Explainer::missing_of(Scene& scene, bool strict_only, FindingKind& kind,
                            const Finding& finding) const {
  const RaceEnd& earlier = scene.earlier;
  const RaceEnd& later = scene.later;
  if (earlier.strength != Strength::weak && later.strength != Strength::weak)
    return why_strong_ones_clash(scene, finding);
  if (!strict_only)
    if (const auto cause = plain_signal(scene, finding)) return *cause;
  if (host_and_device(earlier, later))
    if (const auto signal = find_signal(scene, scene.first))
      return missing_link(scene, *signal, strict_only);
  const RaceEnd& hosts = later.actor.host ? later : earlier;
  if (hosts.actor.host && hosts.strength != Strength::weak)
    if (const auto cause = ordinary_beside_strong(scene, finding)) return *cause;
  if (are_of_one_kernel(earlier.actor, later.actor))
    return earlier.actor.block_uid == later.actor.block_uid
               ? missing_same_block(scene, strict_only, finding)
               : missing_between_blocks(scene, strict_only, kind, finding);
  auto cause = missing_between_devices(scene, strict_only, kind, finding);
  if (!cause && !strict_only) cause = missing_between_kernels(scene, finding);
  if (!cause) cause = StreamExplainer(machine_.streams).missing_link(earlier, later);
  return cause.value_or(NothingOrdersThem{});
}

/// Two atomic or volatile accesses race only if the scope of one excludes the other's
/// thread.
Cause Explainer::why_strong_ones_clash(const Scene& scene, const Finding& finding) const {
  const RaceEnd& earlier = scene.earlier;
  const RaceEnd& later = scene.later;
  if (scope_of(later.strength) < scene.needed)
    return too_narrow({finding.accesses.back().op, at(later.pc)},
                      scope_of(later.strength), later.actor, earlier.actor);
  if (scope_of(earlier.strength) < scene.needed)
    return too_narrow({finding.accesses.front().op, at(earlier.pc)},
                      scope_of(earlier.strength), earlier.actor, later.actor);
  return SharesSomeBytes{};
}

/// For two kernels of one device that use a word as blocks of one kernel would; nothing
/// if they must run one after the other.
std::optional<Cause> Explainer::missing_between_kernels(Scene& scene,
                                                        const Finding& finding) const {
  const Actor &one = scene.earlier.actor, &other = scene.later.actor;
  if (!one.kernel_number || !other.kernel_number || scene.across_devices())
    return std::nullopt;
  std::optional<Cause> cause;
  if (reads_before_it_writes(scene)) cause = missing_single_writer(scene);
  if (!cause) cause = ordinary_beside_strong(scene, finding);
  if (cause) scene.remedy.emplace_back(LetKernelsTakeTurns{});
  return cause;
}

/// For kernels that run at the same time, on one device or on two, and signal to each
/// other; nothing otherwise.
std::optional<Cause> Explainer::missing_between_devices(Scene& scene, bool strict_only,
                                                        FindingKind& kind,
                                                        const Finding& finding) const {
  const RaceEnd& earlier = scene.earlier;
  const RaceEnd& later = scene.later;
  if (earlier.actor.host || later.actor.host) return std::nullopt;
  if (!strict_only) {
    const auto signal = find_signal(scene, scene.first);
    if (!signal || (!scene.across_devices() && !is_flag(scene, *signal)))
      return std::nullopt;
  }
  return missing_between_blocks(scene, strict_only, kind, finding);
}

/// For a later block that has observed signals of the earlier one, all of them sent
/// before the first access.
Cause Explainer::too_early(Scene& scene, const Signal& signal) const {
  const Event& sent = events_[signal.sent];
  const Event& first = events_[scene.first];
  const bool wrote = first.op != Op::read;
  scene.steps = {signal.sent, signal.seen};
  const gridlock::Operation signalled = operation_of(sent), did = operation_of(first);
  // The signal ended the part of the work before that barrier.
  if (find(signal.sent, scene.first, scene.earlier.slot, Op::barrier_arrive)) {
    if (!wrote) return SignalBeforeBoth{signalled};
    return SignalBeforeWrite{signalled, did};
  }
  if (sent.slot != scene.earlier.slot) return SignalledByNeighbour{did, signalled, wrote};
  if (auto cause = fenced_plain_signal(scene, signal.sent)) return *cause;
  SignalledTooEarly early{signalled, did, wrote,
                          wrote && scene.later_kind != StepKind::read};
  early.claims = claimed_by(signal.sent);
  return early;
}

bool Explainer::are_in_one_cluster(const Scene& scene) const {
  const Block* block = machine_.current() ? machine_.current()->block : nullptr;
  const Actor& other = scene.earlier.actor;
  if (!block || other.host || other.kernel_number != block->kernel->number ||
      block->kernel->cluster.count() == 1)
    return false;
  const auto side = [&](int i) {
    return static_cast<unsigned>(other.block[static_cast<std::size_t>(i)]);
  };
  return block->kernel->cluster_of({side(0), side(1), side(2)}) ==
         block->kernel->cluster_of(block->index);
}

/// For a later block that sees no signal which the earlier block sent after its access.
Cause Explainer::missing_signal(Scene& scene, const Finding& finding) const {
  if (const auto cause = missing_single_writer(scene)) return *cause;
  const bool reads_plainly =
      (scene.earlier.strength == Strength::weak ? events_[scene.first].op == Op::read
                                                : scene.later_kind == StepKind::read);
  const std::optional<Cause> mixed = ordinary_beside_strong(scene, finding);
  if (reads_plainly && mixed) return *mixed;
  FindingKind unused;
  if (const auto cause = missing_in_relay(scene, false, unused)) return *cause;
  if (const auto loose = loose_signal(scene)) {
    scene.steps = {loose->sent, loose->seen};
    return NoBarrierBeforeSignal{operation_of(events_[loose->sent]),
                                 {scene.later_op, at(scene.later.pc)}};
  }
  if (const auto signal = seen_before_the_write(scene)) {
    scene.steps = {signal->sent, signal->seen};
    if (auto cause = fenced_plain_signal(scene, signal->sent)) return *cause;
    return SignalledTooEarly{operation_of(events_[signal->sent]),
                             {scene.later_op, at(scene.later.pc)},
                             true,
                             false,
                             claimed_by(signal->sent)};
  }
  if (const auto early = last_signal_before(scene)) return too_early(scene, *early);
  if (mixed) return *mixed;
  if (const auto cause = update_in_two_lines(scene)) return *cause;
  if (const auto cause = shared_element(scene)) return *cause;
  return nothing_signalled(scene);
}

/// The missing signal, if nothing in the history explains why there is none.
Cause Explainer::nothing_signalled(Scene& scene) const {
  const auto earlier = at(scene.earlier.pc), later = at(scene.later.pc);
  const bool in_cluster = are_in_one_cluster(scene), serves = barrier_may_serve(scene);
  tell_who_went_on(scene);
  // If so, the code has a signal and a wait, and only the wait needs correction.
  const bool ended_too_early =
      std::any_of(scene.beside.begin(), scene.beside.end(),
                  [](const Cause& cause) { return cause.is<WentOnBefore>(); });
  if (scene.beside.empty())
    if (const auto cause = ended_in_vain(scene)) return *cause;
  if (events_[scene.first].op == Op::read) {
    if (!ended_too_early)
      scene.remedy = {DecideWhoIsFirst{earlier, later, in_cluster, serves}};
    return NeitherWaits{};
  }
  if (!ended_too_early)
    scene.remedy = {SignalAndWait{earlier, later, in_cluster, serves}};
  return NothingSignalled{earlier, later};
}

/// Whether the word itself may be the signal: an atomic operation wrote it, the later
/// thread reads it plainly, and the signal between the two was hardly meant for it, as
/// another thread of the block sent that, with neither a barrier nor a fence in between.
bool Explainer::read_as_the_signal(const Scene& scene, const Signal& signal) const {
  const Event& sent = events_[signal.sent];
  return scene.later_kind == StepKind::read && scene.later.strength == Strength::weak &&
         events_[scene.first].op == Op::read_modify_write && !sent.releases &&
         sent.slot != scene.earlier.slot &&
         !find(scene.first, signal.sent, sent.slot, Op::fence) &&
         !common_barrier(scene.first, scene.earlier.slot, signal.sent, sent.slot);
}

Cause Explainer::missing_between_blocks(Scene& scene, bool strict_only, FindingKind& kind,
                                        const Finding& finding) const {
  if (!strict_only)
    if (const auto looked = looked_before_taken(scene, true)) return *looked;
  const std::optional<Signal> signal = find_signal(scene, scene.first);
  if (!strict_only && !signal) {
    const auto both = lock_lets_both_in(scene);
    if (both && (both->ignored || reads_before_it_writes(scene))) return *both;
    scene.steps.clear();
  }
  if (!strict_only)
    if (const auto early = signalled_first(scene)) return too_early(scene, *early);
  if (!signal) {
    if (strict_only) {
      if (const auto cause = missing_in_relay(scene, true, kind)) return *cause;
      if (const auto later = signal_of_later_kernel(scene)) {
        kind = Advice::missing_relay_fence;
        scene.steps = {later->sent, later->seen};
        scene.seen = later->seen;
        NoFenceBeforeSignal missing{as_scope(scene.needed), at(scene.earlier.pc),
                                    operation_of(events_[later->sent])};
        missing.first_reads = !scene.earlier.writes;
        return missing;
      }
      kind = Advice::missing_relay_fence;
      return RelayWithoutFence{};
    }
    return missing_signal(scene, finding);
  }
  if (!strict_only && read_as_the_signal(scene, *signal))
    if (const auto mixed = ordinary_beside_strong(scene, finding)) return *mixed;
  return missing_link(scene, *signal, strict_only);
}

}  // namespace gridlock::sim
