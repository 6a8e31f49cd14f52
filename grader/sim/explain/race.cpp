#include "sim/explain/race.h"

#include <algorithm>

#include "sim/execution/program_frame.h"
#include "sim/explain/cause_makers.h"
#include "sim/explain/storyline.h"
#include "sim/explain/stream_links.h"

namespace gridlock::sim {

bool Explainer::explain_race(const RaceEnd& earlier, const RaceEnd& later,
                             std::uintptr_t address, std::uint32_t size, bool strict_only,
                             Finding& finding) const {
  const Scene scene{find_access(earlier, address, size),
                    events_.size(),
                    earlier,
                    later,
                    address,
                    size,
                    needed_scope(earlier.actor, later.actor),
                    finding.accesses.back().op,
                    finding.accesses.back().kind,
                    finding,
                    strict_only};
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
  const std::optional<Cause> of_bulk_copy = missing_of_bulk_copy(scene, finding);
  const Explanation told = of_bulk_copy ? Explanation(*of_bulk_copy) : missing_of(scene);
  finding.missing = {told.cause};
  finding.missing.insert(finding.missing.end(), told.beside.begin(), told.beside.end());
  finding.remedy = told.remedy;
  if (strict_only) {
    finding.kind = told.kind.value_or(finding.kind);
    // The observation comes first: that is the line to change.
    if (told.seen)
      finding.accesses.insert(finding.accesses.begin(), story.step(events_[*told.seen]));
  }
  finding.interleaving = story.of_race({scene.first, earlier.slot, later.slot,
                                        later.actor.block_uid, address, size, told.steps},
                                       finding.accesses.back());
  return told.waits;
}

/// The cause when the history has dropped the first access: a cause that needs only the
/// two ends of the race.
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

/// Whether the lab's own host code looks at memory that a stream's copy or fill changes.
bool Explainer::is_looked_at_by_lab(const Scene& scene) const {
  const RaceEnd &task = scene.weak_end(), &host = scene.other(task);
  return task.is_task() && host.actor.host && host.strength != Strength::weak &&
         !is_of_submission(machine_.module, machine_.module.base() + host.pc);
}

/// The missing link, chosen by how the two threads are related.
Explanation Explainer::missing_of(const Scene& scene) const {
  const RaceEnd& earlier = scene.earlier;
  const RaceEnd& later = scene.later;
  if (earlier.strength != Strength::weak && later.strength != Strength::weak)
    return why_strong_ones_clash(scene);
  if (!scene.strict_only) {
    if (const auto told = swapped_for_itself(scene)) return *told;
    if (const auto told = plain_signal(scene)) return *told;
  }
  if (is_looked_at_by_lab(scene)) return NothingOrdersThem{};
  if (host_and_device(earlier, later))
    if (const auto signal = find_signal(scene, scene.first))
      return missing_link(scene, *signal);
  const RaceEnd& hosts = later.actor.host ? later : earlier;
  if (hosts.actor.host && hosts.strength != Strength::weak)
    if (const auto told = ordinary_beside_strong(scene)) return *told;
  if (are_of_one_kernel(earlier.actor, later.actor))
    return earlier.actor.block_uid == later.actor.block_uid
               ? missing_in_block(scene)
               : missing_between_blocks(scene);
  return missing_across_kernels(scene);
}

/// The missing link between two kernels, or between the host and a kernel.
Explanation Explainer::missing_across_kernels(const Scene& scene) const {
  auto told = missing_between_devices(scene);
  if (!told && !scene.strict_only) told = missing_between_kernels(scene);
  if (told) return *told;
  return StreamExplainer(machine_.streams)
      .missing_link(scene.earlier, scene.later)
      .value_or(NothingOrdersThem{});
}

/// Two atomic or volatile accesses race only if the scope of one excludes the other's
/// thread.
Cause Explainer::why_strong_ones_clash(const Scene& scene) const {
  const RaceEnd& earlier = scene.earlier;
  const RaceEnd& later = scene.later;
  if (scope_of(later.strength) < scene.needed)
    return too_narrow({scene.finding.accesses.back().op, at(later.pc)},
                      scope_of(later.strength), later.actor, earlier.actor);
  if (scope_of(earlier.strength) < scene.needed)
    return too_narrow({scene.finding.accesses.front().op, at(earlier.pc)},
                      scope_of(earlier.strength), earlier.actor, later.actor);
  return SharesSomeBytes{};
}

/// The cause if two kernels of one device use a word as blocks of one kernel would;
/// nothing if they must run one after the other.
MaybeExplained Explainer::missing_between_kernels(const Scene& scene) const {
  const Actor &one = scene.earlier.actor, &other = scene.later.actor;
  if (!one.kernel_number || !other.kernel_number || scene.across_devices())
    return std::nullopt;
  MaybeExplained told;
  if (reads_before_it_writes(scene)) told = missing_single_writer(scene);
  if (!told) told = ordinary_beside_strong(scene);
  if (!told) return told;
  const auto* mixed = told->cause.get_if<OrdinaryBesideStrong>();
  // A kernel that only sets the word prepares it for the other kernel, but not if one
  // line launches both kernels.
  const std::uint64_t writing = scene.weak_end().actor.kernel_number;
  const auto link =
      StreamExplainer(machine_.streams).missing_link(scene.earlier, scene.later);
  const auto* events = link ? link->get_if<NoEventOrders>() : nullptr;
  if (mixed && !mixed->reads && !(events && events->of_several) &&
      !any_between(0, events_.size(), [&](const Event& event) {
        return event.address == scene.address && event.op != Op::write &&
               event.block != 0 &&
               machine_.actor(event.slot, event.epoch).kernel_number == writing;
      }))
    return std::nullopt;
  if (mixed && !mixed->reads)
    told->remedy = {WriteBeforeLaunch{mixed->ordinary.at}};
  else
    told->remedy.emplace_back(LetKernelsTakeTurns{launch_of(other)});
  return told;
}

gridlock::Place Explainer::launch_of(const Actor& actor) const {
  for (const ApiStep& step : machine_.streams.steps())
    if (step.kind == ApiStep::Kind::kernel && step.kernel == actor.kernel_number)
      return at(step.pc);
  return {};
}

/// The word of a race in global memory, if the grid has several blocks and none of them
/// has sent a signal; unknown otherwise.
Location Explainer::may_be_shared_by_blocks(const Scene& scene) const {
  const Block* block = machine_.current() ? machine_.current()->block : nullptr;
  const bool alone = std::all_of(events_.begin(), events_.end(), [](const Event& event) {
    return is_plain(event.op) || event.op == Op::barrier_arrive;
  });
  if (!block || block->kernel->grid.count() == 1 || !alone ||
      !machine_.memory.arena.contains(scene.address))
    return {};
  return machine_.name_of(scene.address, scene.size);
}

/// The cause if kernels run at the same time, on one device or on two, and signal to each
/// other; nothing otherwise.
MaybeExplained Explainer::missing_between_devices(const Scene& scene) const {
  const RaceEnd& earlier = scene.earlier;
  const RaceEnd& later = scene.later;
  if (earlier.actor.host || later.actor.host) return std::nullopt;
  if (!scene.strict_only) {
    const auto signal = find_signal(scene, scene.first);
    if (!signal || (!scene.across_devices() && !is_flag(scene, *signal)))
      return std::nullopt;
  }
  return missing_between_blocks(scene);
}

/// The cause if the later block has observed signals of the earlier one, all of them sent
/// before the first access.
Explanation Explainer::too_early(const Scene& scene, const Signal& signal) const {
  const Event& sent = events_[signal.sent];
  const Event& first = events_[scene.first];
  const bool wrote = first.op != Op::read;
  const gridlock::Operation signalled = operation_of(sent), did = operation_of(first);
  // If a block barrier lies between, the signal announced the work before the barrier.
  if (find(signal.sent, scene.first, scene.earlier.slot, Op::barrier_arrive)) {
    const auto look = last_vain_look(events_.size(), events_[signal.seen].block);
    const auto tell = [&](auto cause) {
      if (!look || *look < signal.seen) return showing(signal, cause);
      const Event& saw = events_[*look];
      const auto found = value_of(saw, saw.value);
      if (found && saw.op != Op::read_modify_write) {
        cause.look = operation_of(saw);
        cause.word = machine_.name_of(saw.address, saw.size);
        cause.found = *found;
      }
      return showing(signal, cause);
    };
    return wrote ? tell(SignalBeforeWrite{signalled, did})
                 : tell(SignalBeforeBoth{signalled});
  }
  if (sent.slot != scene.earlier.slot)
    return showing(signal, SignalledByNeighbour{did, signalled, wrote});
  if (const auto told = fenced_plain_signal(scene, signal.sent))
    return showing(signal, *told);
  SignalledTooEarly early{signalled, did, wrote,
                          wrote && scene.later_kind != StepKind::read};
  early.claims = claimed_by(signal.sent);
  return showing(signal, early);
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

/// The first of these tries that explains the race; nothing if none does.
MaybeExplained Explainer::first_of(const Scene& scene,
                                   std::initializer_list<Try> tries) const {
  for (const Try attempt : tries)
    if (auto told = (this->*attempt)(scene)) return told;
  return std::nullopt;
}

Explanation Explainer::missing_in_block(const Scene& scene) const {
  const auto told = first_of(
      scene,
      {
          &Explainer::copy_not_awaited,        // A copy still runs beside its thread.
          &Explainer::both_took_what_seen,     // Both took a word that both saw free.
          &Explainer::signal_between_threads,  // It lacks a link, or is out of place.
          &Explainer::look_beside_change,      // One looks while the other changes.
          &Explainer::shared_element,          // Threads share an index by mistake.
          &Explainer::a_round_ahead,           // One is a round of the loop ahead.
          &Explainer::lanes_only_converge,     // They met, but that orders nothing.
      });
  if (told) return *told;
  NoBlockBarrier missing{at(scene.earlier.pc), at(scene.later.pc), arrived_at(scene)};
  put_into_program_order(scene, missing);
  missing.also_between_blocks = may_be_shared_by_blocks(scene);
  missing.update = at(write_of_update(scene));
  missing.bytes = scene.size;
  return missing;
}

/// The missing link if the later block saw no signal that the earlier block sent after
/// its access.
Explanation Explainer::missing_signal(const Scene& scene) const {
  const auto told =
      first_of(scene,
               {
                   &Explainer::missing_single_writer,  // Several write where one should.
                   &Explainer::plain_read_beside_strong,  // Only the read is not atomic.
                   &Explainer::missing_in_relay,  // A third block passes the value on.
                   &Explainer::signal_of_a_neighbour,  // No barrier before the signal.
                   &Explainer::seen_too_early,       // The write follows signal and read.
                   &Explainer::waits_too_late,       // The read precedes its wait.
                   &Explainer::signalled_too_early,  // The access follows its signal.
                   &Explainer::ordinary_beside_strong,  // Only one access is atomic.
                   &Explainer::update_in_two_lines,     // A word is read, then written.
                   &Explainer::shared_element,  // Threads share an index by mistake.
               });
  return told ? *told : nothing_signalled(scene);
}

/// The cause if both threads saw a word free before either took it; nothing otherwise,
/// nor for a race only by the letter of the rules.
MaybeExplained Explainer::both_took_what_seen(const Scene& scene) const {
  return scene.strict_only ? std::nullopt : looked_before_taken(scene, true);
}

/// What the path through a flag lacks, between threads of one block.  If no signal
/// follows the first access, tells whether several threads write where one should,
/// whether a thread did not wait, or whether a signal is out of place.
MaybeExplained Explainer::signal_between_threads(const Scene& scene) const {
  if (const auto signal = find_signal(scene, scene.first)) {
    if (!is_flag(scene, *signal)) return std::nullopt;
    return missing_link(scene, *signal);
  }
  if (auto told = missing_single_writer(scene)) return told;
  if (auto told = did_not_wait(scene)) return told;
  if (auto told = signal_out_of_place(scene)) return told;
  return signal_not_awaited(scene);
}

MaybeExplained Explainer::lanes_only_converge(const Scene& scene) const {
  if (auto cause = lanes_only_met(scene, scene.first, scene.earlier.slot,
                                  scene.earlier.pc, scene.later.pc))
    return *cause;
  return std::nullopt;
}

/// As ordinary_beside_strong(), if the ordinary access is a read.
MaybeExplained Explainer::plain_read_beside_strong(const Scene& scene) const {
  const bool reads_plainly =
      (scene.earlier.strength == Strength::weak ? events_[scene.first].op == Op::read
                                                : scene.later_kind == StepKind::read);
  return reads_plainly ? ordinary_beside_strong(scene) : std::nullopt;
}

/// The cause if a write follows a signal of another thread of its block with no barrier
/// in between; nothing otherwise.
MaybeExplained Explainer::signal_of_a_neighbour(const Scene& scene) const {
  const auto signal = loose_signal(scene);
  if (!signal) return std::nullopt;
  return showing(*signal, NoBarrierBeforeSignal{operation_of(events_[signal->sent]),
                                                {scene.later_op, at(scene.later.pc)}});
}

MaybeExplained Explainer::signalled_too_early(const Scene& scene) const {
  const auto signal = last_signal_before(scene);
  // A change of the contested word itself does not announce that word.
  if (!signal || events_[signal->sent].address == scene.address) return std::nullopt;
  return too_early(scene, *signal);
}

/// Whether the later thread, which is about to write the word, has read it since it last
/// synchronized.
bool Explainer::has_read_it_itself(const Scene& scene) const {
  if (!scene.later.writes || scene.later.strength != Strength::weak) return false;
  for (Index i = events_.size(); i-- > 0;) {
    const Event& event = events_[i];
    if (event.slot != scene.later.slot) continue;
    if (!is_plain(event.op)) return false;
    if (event.op == Op::read && event.address == scene.address) return true;
  }
  return false;
}

/// The cause that a signal is missing, if nothing in the history explains its absence.
Explanation Explainer::nothing_signalled(const Scene& scene) const {
  const auto earlier = at(scene.earlier.pc), later = at(scene.later.pc);
  const bool in_cluster = are_in_one_cluster(scene), serves = barrier_may_serve(scene);
  const std::optional<Cause> went_on = who_went_on(scene);
  if (!went_on)
    if (const auto cause = ended_in_vain(scene)) return *cause;
  if (!went_on && events_[scene.first].op == Op::read)
    if (const auto cause = went_on_by_itself(scene)) return *cause;
  Explanation told =
      events_[scene.first].op == Op::read
          ? Explanation(went_on ? NeitherWaits{} : looked_elsewhere(scene),
                        {DecideWhoIsFirst{earlier, later, in_cluster, serves,
                                          has_read_it_itself(scene)}})
          : Explanation(NothingSignalled{earlier, later},
                        {SignalAndWait{earlier, later, in_cluster, serves}});
  if (went_on) told.beside = {*went_on};
  // The code then has a signal and a wait, and only the wait needs correction.
  if (went_on && went_on->is<WentOnBefore>()) told.remedy.clear();
  return told;
}

/// Whether the word itself may be the signal: an atomic operation wrote it, and the later
/// thread reads it plainly.  A signal lies between the two, but hardly announces this
/// write: another thread of the block sent it, with neither a barrier nor a fence in
/// between.
bool Explainer::read_as_the_signal(const Scene& scene, const Signal& signal) const {
  const Event& sent = events_[signal.sent];
  return scene.later_kind == StepKind::read && scene.later.strength == Strength::weak &&
         events_[scene.first].op == Op::read_modify_write && !sent.releases &&
         sent.slot != scene.earlier.slot &&
         !find(scene.first, signal.sent, sent.slot, Op::fence) &&
         !common_barrier(scene.first, scene.earlier.slot, signal.sent, sent.slot);
}

Explanation Explainer::missing_between_blocks(const Scene& scene) const {
  const std::optional<Signal> signal = find_signal(scene, scene.first);
  if (scene.strict_only)
    return signal ? missing_link(scene, *signal) : strict_relay(scene);
  if (const auto looked = looked_before_taken(scene, true)) return *looked;
  if (!signal)
    if (const auto both = lock_lets_both_in(scene))
      if (both->cause.get_if<LockAdmitsBoth>()->ignored || reads_before_it_writes(scene))
        return *both;
  if (!signal)
    if (const auto passed = did_not_wait(scene)) return *passed;
  if (const auto early = signalled_first(scene)) return too_early(scene, *early);
  if (!signal) return missing_signal(scene);
  if (read_as_the_signal(scene, *signal))
    if (const auto mixed = ordinary_beside_strong(scene)) return *mixed;
  return missing_link(scene, *signal);
}

/// The missing link if the later block saw no signal of the earlier one, but other blocks
/// passed the value on.  What is missing is a fence in this relay; only the letter of the
/// rules requires it.
Explanation Explainer::strict_relay(const Scene& scene) const {
  if (const auto told = missing_in_relay(scene)) return *told;
  Explanation told = RelayWithoutFence{};
  if (const auto later = signal_of_later_kernel(scene)) {
    NoFenceBeforeSignal missing{as_scope(scene.needed), at(scene.earlier.pc),
                                operation_of(events_[later->sent])};
    missing.first_reads = !scene.earlier.writes;
    told = showing(*later, missing);
    told.seen = later->seen;
  }
  told.kind = Advice::missing_relay_fence;
  return told;
}

}  // namespace gridlock::sim
