// Warp-level operations: the lanes named in a mask meet, exchange values and go on.
#include <algorithm>
#include <bit>
#include <vector>

#include "sim/execution/machine.h"

namespace gridlock::sim {

namespace {

constexpr std::uint32_t kLanes = 32;

using Lanes = std::vector<Thread*>;

template <class Function>
void for_each_lane(Block& block, std::uint32_t warp, const Function& function) {
  const std::size_t end =
      std::min<std::size_t>((warp + 1) * kLanes, block.threads.size());
  for (std::size_t number = warp * kLanes; number < end; ++number)
    function(block.threads[number]);
}

Thread* lane_of(const Lanes& lanes, int lane) {
  const auto found = std::find_if(lanes.begin(), lanes.end(), [&](const Thread* thread) {
    return static_cast<int>(thread->number % kLanes) == lane;
  });
  return found == lanes.end() ? nullptr : *found;
}

/// The value read from a lane that does not take part, which CUDA leaves undefined.
/// These numbers show in a sum, a maximum and a minimum, as integers and as floating
/// point of any width.
constexpr std::uint64_t undefined_value(int lane) {
  return lane % 2 ? 0x5c5c5c5c5c5c5c5c : 0xc1c1c1c1c1c1c1c1;
}

std::uint64_t shuffled(const Lanes& lanes, const Thread& me) {
  const WarpCall& call = me.warp;
  const int self = static_cast<int>(me.number % kLanes);
  const int width = call.width > 0 ? call.width : static_cast<int>(kLanes);
  const int first = self / width * width;
  int from = self;
  switch (call.operation) {
    case WarpOperation::shuffle_index:
      from = first + (call.lane & (width - 1));
      break;
    case WarpOperation::shuffle_up:
      from = self - call.lane;
      break;
    case WarpOperation::shuffle_down:
      from = self + call.lane;
      break;
    default:
      from = self ^ call.lane;
      break;
  }
  const bool outside = call.operation == WarpOperation::shuffle_xor
                           ? from >= first + width
                           : from < first || from >= first + width;
  if (outside) return call.value;
  const Thread* source = lane_of(lanes, from);
  return source ? source->warp.value : undefined_value(from);
}

std::uint64_t reduced(const Lanes& lanes, WarpOperation operation) {
  auto total = static_cast<std::uint32_t>(lanes.front()->warp.value);
  for (std::size_t i = 1; i < lanes.size(); ++i) {
    const auto value = static_cast<std::uint32_t>(lanes[i]->warp.value);
    const auto left = static_cast<std::int32_t>(total);
    const auto right = static_cast<std::int32_t>(value);
    switch (operation) {
      case WarpOperation::reduce_add:
        total += value;
        break;
      case WarpOperation::reduce_min_signed:
        total = right < left ? value : total;
        break;
      case WarpOperation::reduce_max_signed:
        total = right > left ? value : total;
        break;
      case WarpOperation::reduce_min_unsigned:
        total = std::min(total, value);
        break;
      case WarpOperation::reduce_max_unsigned:
        total = std::max(total, value);
        break;
      case WarpOperation::reduce_and:
        total &= value;
        break;
      case WarpOperation::reduce_or:
        total |= value;
        break;
      default:
        total ^= value;
        break;
    }
  }
  return total;
}

std::uint32_t ballot(const Lanes& lanes, const auto& predicate) {
  std::uint32_t mask = 0;
  for (const Thread* thread : lanes)
    if (predicate(*thread)) mask |= 1u << thread->number % kLanes;
  return mask;
}

std::uint64_t result(const Lanes& lanes, const Thread& me) {
  const std::uint32_t all = ballot(lanes, [](const Thread&) { return true; });
  const std::uint32_t set =
      ballot(lanes, [](const Thread& t) { return t.warp.value != 0; });
  const std::uint32_t same =
      ballot(lanes, [&](const Thread& t) { return t.warp.value == me.warp.value; });
  switch (me.warp.operation) {
    case WarpOperation::none:
      return 0;
    case WarpOperation::vote_all:
      return set == all;
    case WarpOperation::vote_any:
      return set != 0;
    case WarpOperation::vote_uniform:
      return set == all || set == 0;
    case WarpOperation::vote_ballot:
      return set;
    case WarpOperation::match_any:
      return same;
    case WarpOperation::match_all:
      return same == all ? all : 0;
    default:
      break;
  }
  if (me.warp.operation <= WarpOperation::shuffle_xor) return shuffled(lanes, me);
  return reduced(lanes, me.warp.operation);
}

/// What makes this call undefined in CUDA, given the lanes that wait: two lanes that wait
/// for each other must do the same thing, with the same mask.  Nothing if all is well.
std::optional<Cause> clash_with(const Block& block, const Thread& caller,
                                const WarpCall& call) {
  const std::uint32_t first = caller.number / kLanes * kLanes;
  const std::uint32_t self = 1u << caller.number % kLanes;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    if (!(call.mask >> lane & 1) || first + lane >= block.threads.size()) continue;
    const Thread& other = block.threads[first + lane];
    if (&other == &caller || other.waiting != Waiting::warp || !(other.warp.mask & self))
      continue;
    if (other.warp.mask != call.mask)
      return MasksDiffer{caller.number % kLanes, lane, call.mask, other.warp.mask};
    if (other.warp.operation != call.operation)
      return WarpCallsDiffer{caller.number % kLanes, lane};
  }
  return std::nullopt;
}

/// The lanes that wait with this mask, if they include all lanes that the mask names and
/// that have not exited; otherwise nothing.
Lanes complete(Block& block, std::uint32_t warp, std::uint32_t mask) {
  Lanes lanes;
  std::uint32_t expected = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t number = warp * kLanes + lane;
    if (!(mask >> lane & 1) || number >= block.threads.size()) continue;
    Thread& thread = block.threads[number];
    if (thread.waiting == Waiting::done) continue;
    ++expected;
    if (thread.waiting == Waiting::warp && thread.warp.mask == mask)
      lanes.push_back(&thread);
  }
  if (lanes.size() != expected) lanes.clear();
  return lanes;
}

}  // namespace

void Machine::complete_warp(Block& block, std::uint32_t warp, std::uint32_t mask) {
  const Lanes lanes = complete(block, warp, mask);
  if (lanes.empty()) return;
  std::vector<std::uint64_t> results;
  for (const Thread* thread : lanes) results.push_back(result(lanes, *thread));
  // "These intrinsics do not imply a memory barrier", says the CUDA guide of all others.
  if (lanes.front()->warp.operation == WarpOperation::none) {
    barrier_parties_.assign(lanes.begin(), lanes.end());
    barrier(barrier_parties_, Meeting::others);
  }
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    lanes[i]->warp.value = results[i];
    lanes[i]->warp.met_at = history.count();
    lanes[i]->warp.met_pc = lanes[i]->waiting_pc;
    scheduler_.make_ready(*lanes[i]);
    --block.in_warp_calls;
  }
}

std::uint64_t Machine::warp_meeting(const WarpCall& call, std::uint64_t pc) {
  settle();
  ++scheduler_.steps;
  Thread& thread = *current();
  const std::uint32_t self = 1u << thread.number % kLanes;
  if (!thread.block || !(call.mask & self)) {
    report_misuse(Misuse::Kind::mask_without_caller, pc);
    return 0;
  }
  if (const auto wrong = clash_with(*thread.block, thread, call)) {
    report_misuse(*wrong, pc);
    return 0;
  }
  thread.warp = call;
  gives_up(thread);
  thread.spin.progressed();
  scheduler_.make_unready(thread);
  thread.waiting = Waiting::warp;
  ++thread.block->in_warp_calls;
  thread.waiting_pc = pc;
  complete_warp(*thread.block, thread.number / kLanes, call.mask);
  reschedule();
  return thread.warp.value;
}

std::uint32_t Machine::active_mask(std::uint64_t call_path) {
  must_run();
  Thread& thread = *current();
  if (!thread.block) return 0;
  thread.asks_who_is_active = call_path;
  thread.active_mask = 0;
  scheduler_.policy().announces(thread, {.kind = Operation::Kind::unlisted});
  synchronization_point();
  if (thread.active_mask == 0) {  // The first to go on.
    std::uint32_t mask = 0;
    for_each_lane(*thread.block, thread.number / kLanes, [&](const Thread& lane) {
      if (lane.asks_who_is_active == call_path) mask |= 1u << lane.number % kLanes;
    });
    for_each_lane(*thread.block, thread.number / kLanes, [&](Thread& lane) {
      if (lane.asks_who_is_active != call_path) return;
      lane.active_mask = mask;
      lane.asks_who_is_active = 0;
    });
  }
  return thread.active_mask;
}

void Machine::recheck_warp(Block& block, std::uint32_t warp) {
  if (block.in_warp_calls == 0) return;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t number = warp * kLanes + lane;
    if (number >= block.threads.size()) return;
    const Thread& thread = block.threads[number];
    if (thread.waiting == Waiting::warp) complete_warp(block, warp, thread.warp.mask);
  }
}

}  // namespace gridlock::sim
