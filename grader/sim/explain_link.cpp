// The way of a value from thread to thread, link by link: which is the first that is not
// there?
#include <string_view>

#include "sim/explain.h"
#include "sim/explain_words.h"
#include "sim/storyline.h"

namespace gridlock::sim {

namespace {

/// An operation of cuda::atomic and its kin could carry the order itself.
bool takes_an_order(const Event& event) {
  return std::string_view(event.name).starts_with("atomic ");
}

MemoryScope scope(const Event& event) { return static_cast<MemoryScope>(event.scope); }

}  // namespace

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
  if (sent.scope < scene.needed)
    return too_narrow(sent.name, sent.pc, scope(sent), scene.earlier.actor,
                      scene.later.actor);
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
    return too_narrow(events_[*narrow].name, events_[*narrow].pc, scope(events_[*narrow]),
                      scene.earlier.actor, scene.later.actor);
  if (narrow)
    return fmt::format("The {} in {} orders for {} only; {} {}.", events_[*narrow].name,
                       at(events_[*narrow].pc), scope_words(scope(events_[*narrow])),
                       who_needs(scene.needed), fence_of(scene.needed));
  if (sent.releases) return "";
  if (const auto late = find(signal.sent + 1, events_.size(), sent.slot, Op::fence))
    return fmt::format("The {} in {} comes after the {} in {}; it must come before it.",
                       events_[*late].name, at(events_[*late].pc), sent.name,
                       at(sent.pc));
  if (scene.earlier.actor.host)
    return fmt::format(
        "The {} in {} does not release what the host wrote in {}: it must be an atomic "
        "store with std::memory_order_release, or a std::atomic_thread_fence must lie "
        "between.",
        sent.name, at(sent.pc), at(scene.earlier.pc));
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
    if (!met) {
      if (std::string words =
              lanes_only_met(scene, signal.seen, seen.slot, seen.pc, scene.later.pc);
          !words.empty())
        return words;
      return fmt::format(
          "No __syncthreads() lies between the {} in {}, with which another thread of "
          "the "
          "block saw the signal, and {}.",
          seen.name, at(seen.pc), at(scene.later.pc));
    }
    scene.steps.push_back(*met);
  }
  if (seen.scope < scene.needed)
    return too_narrow(seen.name, seen.pc, scope(seen), scene.later.actor,
                      scene.earlier.actor);
  if (!strict_only || seen.acquires) return "";
  const auto fence = find(signal.seen + 1, events_.size(), seen.slot, Op::fence);
  if (fence && events_[*fence].scope < scene.needed)
    return fmt::format(
        "The {} in {} orders for {} only; {} {}.  Today's hardware forgives it.",
        events_[*fence].name, at(events_[*fence].pc), scope_words(scope(events_[*fence])),
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

/// What is missing where a block that got a signal hands it on.
std::string Explainer::missing_hand_over(Scene& scene, const std::vector<Index>& way,
                                         const Signal& got, const Signal& gave,
                                         bool strict_only) const {
  const Event& seen = events_[got.seen];
  const Event& sent = events_[gave.sent];
  const Actor own = machine_.actor(sent.slot, sent.epoch);
  const Event& next = events_[gave.seen];
  const Actor other = machine_.actor(next.slot, next.epoch);
  const MemoryScope needed = needed_scope(own, other);
  if (sent.scope < needed) return too_narrow(sent.name, sent.pc, scope(sent), own, other);
  if (next.scope < needed) return too_narrow(next.name, next.pc, scope(next), other, own);
  if (!strict_only || (seen.acquires && sent.releases)) return "";
  for (const Index i : way)
    if (events_[i].op == Op::fence && got.seen < i && i < gave.sent &&
        events_[i].scope >= needed)
      return "";
  scene.seen = got.seen;
  return fmt::format(
      "The signal came by way of block {}, which has no {} between the {} in {}, which "
      "saw it, and the {} in {}, which handed it on.  Today's hardware does not need it.",
      block_text(own.block), fence_of(needed), seen.name, at(seen.pc), sent.name,
      at(sent.pc));
}

/// For a value whose signal came by way of a third block: the first link that is not
/// there; "" if there is no such way, or all of it is there.
std::string Explainer::missing_on_the_relay(Scene& scene, bool strict_only,
                                            std::string_view& advice) const {
  const std::vector<Index> way =
      Storyline(machine_, events_)
          .way({scene.first, scene.earlier.slot, scene.later.slot,
                scene.later.actor.block_uid, scene.address, scene.size});
  std::vector<Signal> signals;
  for (std::size_t i = 1; i < way.size(); ++i)
    if (!Storyline::same_thread(events_[way[i - 1]], events_[way[i]]) &&
        is_strong_read(events_[way[i]].op))
      signals.push_back({way[i - 1], way[i]});
  if (signals.size() < 2) return "";
  std::string missing = missing_release(scene, signals.front());
  for (std::size_t i = 1; i < signals.size() && missing.empty(); ++i) {
    missing = missing_hand_over(scene, way, signals[i - 1], signals[i], strict_only);
    if (!missing.empty()) advice = name(Advice::missing_relay_fence);
  }
  if (missing.empty()) {
    scene.seen = signals.back().seen;
    missing = missing_acquire(scene, signals.back(), strict_only);
  }
  return missing;
}

}  // namespace gridlock::sim
