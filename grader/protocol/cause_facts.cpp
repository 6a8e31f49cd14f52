#include "protocol/cause_facts.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace gridlock {
namespace {

/// The scope of the fence that is missing, or that is enough.
std::optional<Scope> fence_asked_for(const Cause& cause) {
  if (const auto* before = cause.get_if<NoFenceBeforeSignal>()) return before->needed;
  if (const auto* after = cause.get_if<NoFenceAfterSignal>()) return after->needed;
  if (const auto* relay = cause.get_if<RelayLacksFence>()) return relay->needed;
  if (const auto* narrow = cause.get_if<FenceTooNarrow>()) return narrow->needed;
  const auto* stale = cause.get_if<StaleLink>();
  if (stale && stale->by_the_letter) return stale->needed;
  const auto* enough = cause.get_if<NarrowerIsEnough>();
  if (enough && enough->is_fence) return enough->needed;
  return cause.is<PollStronglyInBlock>() ? std::optional(Scope::block) : std::nullopt;
}

/// Whether a barrier of the block must follow the end of an asynchronous copy.
bool copy_needs_barrier(const Cause& cause) {
  const auto* in_flight = cause.get_if<CopyInFlight>();
  const auto* ended = cause.get_if<CopyNotAwaited>();
  return (in_flight && !in_flight->barrier.is_known()) ||
         (ended && !ended->barrier.is_known());
}

bool needs_system_scope(const Cause& cause) {
  const auto* narrow = cause.get_if<ScopeTooNarrow>();
  return (narrow && narrow->needed == Scope::system) ||
         fence_asked_for(cause) == Scope::system ||
         cause.is_any<HostDoesNotRelease, HostDoesNotWait, HostWaitsForOther>();
}

}  // namespace

MissingLink missing_link(const Causes& missing) {
  using Kind = MissingLink::Kind;
  if (missing.empty()) return {};
  const Cause& first = missing.front();
  if (first.is_any<NoFenceBeforeSignal, NoFenceAfterSignal>())
    return {Kind::fence, *fence_asked_for(first)};
  if (first.is<NoEventOrders>()) return {.kind = Kind::event};
  const auto* barrier = first.get_if<NoBlockBarrier>();
  const bool lacks_barrier =
      (barrier && !barrier->barrier.is_known()) ||
      first.is_any<SignalledByNeighbour, WriterSignalledByNeighbour, SeenByNeighbour,
                   NoBarrierBeforeSignal>();
  return {.kind = lacks_barrier ? Kind::block_barrier : Kind::unnamed};
}

Needs needs_of(const Causes& missing) {
  Needs needs;
  for (const Cause& cause : missing) {
    needs.block_barrier |=
        copy_needs_barrier(cause) ||
        cause.is_any<SignalledByNeighbour, WriterSignalledByNeighbour, SeenByNeighbour,
                     NoBarrierBeforeSignal, NeighbourStillWaits, NothingHeldItBack,
                     NoBlockBarrier, RoundAhead, PollStronglyInBlock,
                     CameByDifferentCalls, EveryThreadMustArrive>();
    needs.block_fence |= fence_asked_for(cause) == Scope::block;
    needs.system_scope |= needs_system_scope(cause);
  }
  return needs;
}

bool same_types(const Causes& one, const Causes& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const Cause& a, const Cause& b) {
                      return std::string_view(a.type()) == b.type();
                    });
}

}  // namespace gridlock
