// The way of a value from thread to thread, link by link: which is the first that is not
// there?
#include <string_view>

#include "sim/explain.h"
#include "sim/explain_words.h"

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
    if (!met)
      return fmt::format(
          "No __syncthreads() lies between the {} in {}, with which another thread of "
          "the "
          "block saw the signal, and {}.",
          seen.name, at(seen.pc), at(scene.later.pc));
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

}  // namespace gridlock::sim
