// The path of a value from thread to thread, link by link: the first missing link.
#include "sim/explain/link.h"

#include <algorithm>

#include "sim/explain/cause_makers.h"
#include "sim/explain/storyline.h"

namespace gridlock::sim {

namespace {

MemoryScope scope(const Event& event) { return static_cast<MemoryScope>(event.scope); }

}  // namespace

/// The first missing link of the path through this signal.
Explanation LinkExplainer::missing_link(const Scene& scene, const Signal& signal) const {
  Steps steps{signal.sent, signal.seen};
  MaybeExplained missing = missing_release(scene, signal, steps);
  if (!missing) missing = missing_acquire(scene, signal, steps);
  if (!missing) missing = ChainTooNarrow{};
  auto* before = missing->cause.get_if<NoFenceBeforeSignal>();
  if (before && !events_[signal.seen].takes_order && lacks_fence_behind(scene, signal)) {
    before->seen = operation_of(events_[latest_look(scene, signal)]);
    before->read = at(scene.later.pc);
  } else if (const auto behind = too_weak_behind(scene, signal, missing->cause)) {
    missing->beside.push_back(*behind);
  }
  const bool lacks_both = (before && before->seen) || !missing->beside.empty();
  if (const auto another = lacks_both ? another_unfenced(scene, signal) : std::nullopt)
    missing->beside.push_back(*another);
  missing->steps = std::move(steps);
  missing->seen =
      missing->cause.is<NoFenceAfterSignal>() ? latest_look(scene, signal) : signal.seen;
  return *missing;
}

/// The last step by which the later thread, if it saw the signal itself, has looked at
/// the word of the signal: a fence behind it serves each look.
Index LinkExplainer::latest_look(const Scene& scene, const Signal& signal) const {
  const Event& seen = events_[signal.seen];
  if (seen.slot != scene.later.slot) return signal.seen;
  const auto last = last_that(events_.size(), [&](const Event& event) {
    return event.slot == seen.slot && event.address == seen.address &&
           is_strong_read(event.op);
  });
  return std::max(last.value_or(signal.seen), signal.seen);
}

/// A further store that another block saw.  The store does not release, and no fence of
/// scope `scene.needed` lies between its thread's last block barrier and the store.
std::optional<Cause> LinkExplainer::another_unfenced(const Scene& scene,
                                                     const Signal& signal) const {
  for (Index i = 0; i < events_.size(); ++i) {
    const Event& sent = events_[i];
    if ((sent.op != Op::volatile_write && sent.op != Op::atomic_store) || sent.releases ||
        sent.pc == events_[signal.sent].pc || sent.block == 0)
      continue;
    const auto sees = [&](const Event& look) {
      return is_strong_read(look.op) && look.word == sent.word &&
             look.block != sent.block && look.block != 0 &&
             seen_write(look) == sent.detail;
    };
    const Index from = last_barrier(i, sent.slot).value_or(0);
    bool fenced = false;
    for (Index j = from; j < i; ++j)
      fenced |= events_[j].op == Op::fence && events_[j].slot == sent.slot &&
                events_[j].scope >= scene.needed;
    if (!fenced && std::any_of(events_.begin(), events_.end(), sees))
      return AlsoUnfenced{as_scope(scene.needed), operation_of(sent)};
  }
  return std::nullopt;
}

/// Whether the later thread saw the signal itself, and neither that load nor a fence
/// after it acquires.
bool LinkExplainer::lacks_fence_behind(const Scene& scene, const Signal& signal) const {
  const Event& seen = events_[signal.seen];
  return seen.slot == scene.later.slot && !scene.later.actor.host && !seen.acquires &&
         !find(signal.seen + 1, events_.size(), seen.slot, Op::fence);
}

/// What the reader's side lacks as well, if the sender's side orders the signal too
/// weakly; nothing otherwise.
std::optional<Cause> LinkExplainer::too_weak_behind(const Scene& scene,
                                                    const Signal& signal,
                                                    const Cause& before) const {
  const auto* narrow = before.get_if<FenceTooNarrow>();
  if (scene.later.actor.host ||
      !before.is_any<FenceTooNarrow, NoFenceBeforeSignal, FenceAfterSignal,
                     FenceBeforeBarrier, SignalDoesNotRelease, HostDoesNotRelease>())
    return std::nullopt;
  const Slot looks = events_[signal.seen].slot;
  if (any_between(signal.seen + 1, events_.size(), [&](const Event& event) {
        return event.slot == looks && event.op == Op::fence &&
               event.scope >= scene.needed;
      }))
    return std::nullopt;
  Scene letter = scene;
  letter.strict_only = true;
  Steps steps;
  auto behind = missing_acquire(letter, signal, steps);
  if (!behind) return std::nullopt;
  if (auto* other = behind->cause.get_if<FenceTooNarrow>()) {
    if (narrow && narrow->fence.at.pc == other->fence.at.pc) return std::nullopt;
    other->hardware_forgives = false;
    return behind->cause;
  }
  const bool is_weak = behind->cause.is_any<SignalDoesNotAcquire, NoFenceAfterSignal>();
  return is_weak ? std::optional(behind->cause) : std::nullopt;
}

/// The cause if the writer signals, after a fence or by an operation that releases,
/// through a word that the reading block or, in one block, the reading thread has not
/// accessed; nothing otherwise.
MaybeExplained LinkExplainer::signal_not_awaited(const Scene& scene) const {
  const bool in_one_block = events_[scene.first].block == scene.later.actor.block_uid;
  bool fenced = false;
  for (Index i = scene.first; i < events_.size(); ++i) {
    const Event& sent = events_[i];
    if (sent.slot != scene.earlier.slot) continue;
    if (sent.op == Op::barrier_arrive) return std::nullopt;
    fenced |= sent.op == Op::fence && sent.scope >= scene.needed;
    if (!is_strong_write(sent.op) || !(fenced || sent.releases)) continue;
    const bool looks = std::ranges::any_of(events_, [&](const Event& look) {
      return look.block == scene.later.actor.block_uid && look.word == sent.word &&
             (!in_one_block || look.slot == scene.later.slot);
    });
    const Location flag = machine_.name_of(sent.address, sent.size);
    if (looks || !scene.earlier.writes || (in_one_block && !flag.is_shared))
      return std::nullopt;
    return Explanation(SignalNotAwaited{at(scene.earlier.pc), operation_of(sent), flag,
                                        at(scene.later.pc), in_one_block},
                       {}, {i});
  }
  return std::nullopt;
}

/// The cause if `narrow`, the last fence before the signal, reaches too few threads.
Explanation LinkExplainer::too_narrow_release(const Scene& scene, Index narrow) const {
  const Event& fence = events_[narrow];
  if (scene.across_devices())
    return too_narrow(operation_of(fence), scope(fence), scene.earlier.actor,
                      scene.later.actor);
  return FenceTooNarrow{operation_of(fence), as_scope(fence), as_scope(scene.needed)};
}

/// The cause if the signalling thread's fence is in the wrong place: before the barrier
/// at `from`, where the thread learned of the write, or after the signal.  Nothing
/// otherwise.
MaybeExplained LinkExplainer::misplaced_release(const Scene& scene, const Signal& signal,
                                                Index from, Steps& steps) const {
  const Event& sent = events_[signal.sent];
  const auto arrival = last_barrier(from + 1, sent.slot);
  const auto early = sent.slot == scene.earlier.slot || !arrival
                         ? std::nullopt
                         : step_before(*arrival, sent.slot);
  if (early && events_[*early].op == Op::fence && events_[*early].scope >= scene.needed) {
    steps.push_back(*early);
    return FenceBeforeBarrier{operation_of(events_[*early]),
                              operation_of(events_[*arrival]), operation_of(sent)};
  }
  // A fence directly after the signal was meant for it; one after the next wait belongs
  // to that wait.
  const auto next = step_behind(signal.sent);
  if (next && events_[*next].op == Op::fence && !serves_reader(scene, signal, *next)) {
    FenceAfterSignal late{operation_of(events_[*next]), operation_of(sent)};
    if (const auto before = fence_before_write(scene, signal))
      late.early = operation_of(events_[*before]);
    late.write = at(scene.earlier.pc);
    return late;
  }
  return std::nullopt;
}

/// The fence that orders the write before the signal: the first with the needed scope or,
/// if there is none, the last one with a narrower scope.
/// \param from where the signalling thread has learned of the write
/// \param steps gets the fences on the way
std::optional<Index> LinkExplainer::fence_on_the_way(const Scene& scene,
                                                     const Signal& signal, Index from,
                                                     Steps& steps) const {
  const Slot sender = events_[signal.sent].slot;
  std::optional<Index> narrow;
  for (Index i = scene.first; i < signal.sent; ++i) {
    const Event& event = events_[i];
    const bool on_the_way = (event.slot == sender && i >= from) ||
                            (event.slot == scene.earlier.slot && event.sc);
    if (event.op != Op::fence || !on_the_way) continue;
    steps.push_back(i);
    if (event.scope >= scene.needed) return i;
    // Prefer to name a fence of the signalling thread.
    if (!narrow || event.slot == sender || events_[*narrow].slot != sender) narrow = i;
  }
  return narrow;
}

/// The first missing link on the writer's side; nothing if none is missing.  The path is:
/// write, block barrier (if another thread signals), fence, signal.
/// \param steps gets the steps of the path that are there
MaybeExplained LinkExplainer::missing_release(const Scene& scene, const Signal& signal,
                                              Steps& steps) const {
  const Event& sent = events_[signal.sent];
  const Slot writer = scene.earlier.slot;
  const gridlock::Operation signalled = operation_of(sent);
  Index from = scene.first;
  if (sent.slot != writer) {
    const auto met = common_barrier(scene.first, writer, signal.sent, sent.slot);
    if (!met) {
      if (const auto own = signal_not_awaited(scene)) return *own;
      return WriterSignalledByNeighbour{at(scene.earlier.pc), signalled,
                                        !scene.earlier.writes};
    }
    steps.push_back(*met);
    from = *met;
  }
  if (sent.scope < scene.needed)
    return too_narrow(signalled, scope(sent), scene.earlier.actor, scene.later.actor);
  if (const auto fence = fence_on_the_way(scene, signal, from, steps)) {
    if (events_[*fence].scope >= scene.needed) return std::nullopt;
    return too_narrow_release(scene, *fence);
  }
  if (sent.releases) return std::nullopt;
  if (auto told = misplaced_release(scene, signal, from, steps)) return told;
  if (scene.earlier.actor.host)
    return HostDoesNotRelease{signalled, at(scene.earlier.pc)};
  if (sent.takes_order) return SignalDoesNotRelease{signalled};
  NoFenceBeforeSignal missing{as_scope(scene.needed), at(scene.earlier.pc), signalled};
  missing.first_reads = !scene.earlier.writes;
  Explanation told = missing;
  told.beside = fence_of_another(scene, scene.first, signal.sent, signal.sent, true);
  if (const auto early = fence_before_write(scene, signal); early && told.beside.empty())
    told.beside = {FenceBeforeWrite{operation_of(events_[*early])}};
  return told;
}

/// Whether the reader, after it saw the signal, executes the line of this fence.
bool LinkExplainer::serves_reader(const Scene& scene, const Signal& signal,
                                  Index fence) const {
  return any_between(signal.seen, events_.size(), [&](const Event& event) {
    return event.op == Op::fence && event.pc == events_[fence].pc &&
           event.slot == scene.later.slot;
  });
}

/// The writer's last fence before its write, which does not order that write before the
/// signal.  Nothing if another thread signals, or if the signal is an unlock, which
/// restores what the word held before: the fence then belongs to the lock.
std::optional<Index> LinkExplainer::fence_before_write(const Scene& scene,
                                                       const Signal& signal) const {
  const Event& sent = events_[signal.sent];
  if (sent.slot != scene.earlier.slot || !scene.earlier.writes) return std::nullopt;
  std::optional<Index> fence;
  for (Index i = scene.first; i-- > 0;) {
    const Event& event = events_[i];
    if (event.slot != sent.slot) continue;
    if (event.op == Op::barrier_arrive) break;
    if (event.op == Op::fence && !fence && event.scope >= scene.needed) fence = i;
    if (is_strong_write(event.op) && event.address == sent.address)
      return event.found_known && event.found == sent.value ? std::nullopt : fence;
  }
  return fence;
}

/// The first missing link on the reader's side; nothing if none is missing.  The path is:
/// observation, fence, block barrier (if another thread reads), read.
/// \param steps gets the steps of the path that are there
MaybeExplained LinkExplainer::missing_acquire(const Scene& scene, const Signal& signal,
                                              Steps& steps) const {
  const Event& seen = events_[signal.seen];
  const Slot reader = scene.later.slot;
  const gridlock::Place read = at(scene.later.pc);
  if (seen.slot != reader) {
    const auto met = common_barrier(signal.seen, seen.slot, events_.size(), reader);
    if (!met) {
      if (auto cause =
              lanes_only_met(scene, signal.seen, seen.slot, seen.pc, scene.later.pc))
        return *cause;
      return SeenByNeighbour{operation_of(seen), read};
    }
    steps.push_back(*met);
  }
  if (seen.scope < scene.needed)
    return too_narrow(operation_of(seen), scope(seen), scene.later.actor,
                      scene.earlier.actor);
  if (!scene.strict_only || seen.acquires) return std::nullopt;
  const auto fence = find(signal.seen + 1, events_.size(), seen.slot, Op::fence);
  if (fence && events_[*fence].scope < scene.needed)
    return FenceTooNarrow{operation_of(events_[*fence]), as_scope(events_[*fence]),
                          as_scope(scene.needed), true};
  if (seen.takes_order)
    return SignalDoesNotAcquire{operation_of(seen), read, seen.releases};
  Explanation told = NoFenceAfterSignal{
      as_scope(scene.needed), operation_of(events_[latest_look(scene, signal)]), read,
      scene.later.writes, events_[signal.sent].releases};
  told.beside = fence_of_another(scene, signal.seen, events_.size(), signal.seen, false);
  return told;
}

/// The cause if, after `from`, the race's later thread and another lane of its warp met
/// in a function that orders no memory accesses; nothing otherwise.
std::optional<Cause> LinkExplainer::lanes_only_met(const Scene& scene, Index from,
                                                   Slot lane, std::uint64_t there,
                                                   std::uint64_t here) const {
  const Thread& later = *machine_.current();
  const WarpCall& call = later.warp;
  if (!later.block || later.slot != scene.later.slot || call.met_pc == 0 ||
      call.operation == WarpOperation::none ||
      call.met_at <= machine_.history.dropped() + from)
    return std::nullopt;
  const auto& threads = later.block->threads;
  const auto other =
      std::ranges::find_if(threads, [&](const Thread& t) { return t.slot == lane; });
  if (other == threads.end() || other->number / kWarpLanes != later.number / kWarpLanes ||
      other->warp.met_at != call.met_at)
    return std::nullopt;
  return LanesOnlyConverge{{name(call.operation), at(call.met_pc)}, at(there), at(here)};
}

/// The missing link in a block that received a signal and passes it on.
MaybeExplained LinkExplainer::missing_hand_over(const Scene& scene,
                                                const std::vector<Index>& way,
                                                const Signal& got,
                                                const Signal& gave) const {
  const Event& seen = events_[got.seen];
  const Event& sent = events_[gave.sent];
  const Actor own = machine_.actor(sent.slot, sent.epoch);
  const Event& next = events_[gave.seen];
  const Actor other = machine_.actor(next.slot, next.epoch);
  const MemoryScope needed = needed_scope(own, other);
  if (sent.scope < needed) return too_narrow(operation_of(sent), scope(sent), own, other);
  if (next.scope < needed) return too_narrow(operation_of(next), scope(next), other, own);
  if (!scene.strict_only || (seen.acquires && sent.releases)) return std::nullopt;
  // If one atomic operation both saw the signal and passed it on, it needs no fence
  // between: a thread that sees its result also observes the signal.
  if (got.seen == gave.sent) return std::nullopt;
  // A fence before the barrier that hands over to another thread does not order that
  // thread's signal.
  bool by_another = false;
  for (const Index i : way) {
    const Event& fence = events_[i];
    if (fence.op != Op::fence || i < got.seen || gave.sent < i || fence.scope < needed)
      continue;
    if (fence.slot == sent.slot || fence.sc) return std::nullopt;
    by_another = true;
  }
  Explanation told = RelayLacksFence{own.block, as_scope(needed), operation_of(seen),
                                     operation_of(sent)};
  if (by_another)
    told.beside = fence_of_another(scene, got.seen, gave.sent, gave.sent, true);
  told.seen = got.seen;
  return told;
}

/// The first missing link on the way of a value through a third block; nothing if there
/// is no such way, or it is complete.
MaybeExplained LinkExplainer::missing_in_relay(const Scene& scene) const {
  const std::vector<Index> way =
      Storyline(machine_, events_)
          .way({scene.first, scene.earlier.slot, scene.later.slot,
                scene.later.actor.block_uid, scene.address, scene.size});
  std::vector<Signal> signals;
  for (std::size_t i = 1; i < way.size(); ++i)
    if (!Storyline::same_thread(events_[way[i - 1]], events_[way[i]]) &&
        is_strong_read(events_[way[i]].op))
      signals.push_back({way[i - 1], way[i]});
  if (signals.size() < 2) return std::nullopt;
  Steps steps;
  MaybeExplained missing = missing_release(scene, signals.front(), steps);
  for (std::size_t i = 1; i < signals.size() && !missing; ++i) {
    missing = missing_hand_over(scene, way, signals[i - 1], signals[i]);
    if (missing) missing->kind = Advice::missing_relay_fence;
  }
  if (!missing) {
    missing = missing_acquire(scene, signals.back(), steps);
    if (missing) missing->seen = signals.back().seen;
  }
  if (missing) missing->steps = std::move(steps);
  return missing;
}

}  // namespace gridlock::sim
