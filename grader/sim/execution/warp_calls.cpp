#include "sim/execution/warp_calls.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "common/invariant.h"

namespace gridlock::sim {

namespace {

/// Calls a function with the index of each lane in a mask, in ascending order.
template <class Function>
void for_each_lane(std::uint32_t mask, const Function& function) {
  for (; mask != 0; mask &= mask - 1)
    function(static_cast<unsigned>(std::countr_zero(mask)));
}

Thread& lane_of(Block& block, std::uint32_t warp, unsigned lane) {
  INVARIANT("A lane is a thread of its block.",
            lane < kWarpLanes && warp * kWarpLanes + lane < block.threads.size());
  return block.threads[warp * kWarpLanes + lane];
}

/// Lanes that meet, as a mask, and their threads by lane.
struct Lanes {
  std::uint32_t mask = 0;
  std::array<Thread*, kWarpLanes> threads{};

  Thread& first() const {
    INVARIANT("At least one lane meets.", mask != 0);
    return *threads[std::countr_zero(mask)];
  }
  /// The lanes for which `holds` is true.
  std::uint32_t such(const auto& holds) const {
    std::uint32_t found = 0;
    for_each_lane(mask, [&](unsigned lane) {
      if (holds(*threads[lane])) found |= 1u << lane;
    });
    return found;
  }
  /// The lanes that pass this value to the call.
  std::uint32_t with(std::uint64_t value) const {
    return such([=](const Thread& thread) { return thread.warp.value == value; });
  }
};

/// The value read from a lane that does not take part, which CUDA leaves undefined. These
/// values are conspicuous in a sum, a maximum and a minimum, as integers and as
/// floating-point numbers of any width.
/// \param other whether to return another value than usual
constexpr std::uint64_t undefined_value(int lane, bool other) {
  if (other) return lane % 2 ? 0x4b4b4b4b4b4b4b4b : 0xc7c7c7c7c7c7c7c7;
  return lane % 2 ? 0x5c5c5c5c5c5c5c5c : 0xc1c1c1c1c1c1c1c1;
}

/// The lane whose value a shuffle gives: the thread's own if the requested one is outside
/// its segment.
int lane_read(const Thread& me) {
  const WarpCall& call = me.warp;
  const int self = static_cast<int>(me.number % kWarpLanes);
  const int width = call.width > 0 ? call.width : static_cast<int>(kWarpLanes);
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
  return outside ? self : from;
}

/// The value that a shuffle gives; nothing if it reads a lane that does not take part.
std::optional<std::uint64_t> shuffled(const Lanes& lanes, const Thread& me) {
  const auto from = static_cast<unsigned>(lane_read(me));
  if (from >= kWarpLanes || !lanes.threads[from]) return std::nullopt;
  return lanes.threads[from]->warp.value;
}

std::uint32_t reduced(WarpOperation operation, std::uint32_t total, std::uint32_t value) {
  const auto left = static_cast<std::int32_t>(total);
  const auto right = static_cast<std::int32_t>(value);
  switch (operation) {
    case WarpOperation::reduce_add:
      return total + value;
    case WarpOperation::reduce_min_signed:
      return right < left ? value : total;
    case WarpOperation::reduce_max_signed:
      return right > left ? value : total;
    case WarpOperation::reduce_min_unsigned:
      return std::min(total, value);
    case WarpOperation::reduce_max_unsigned:
      return std::max(total, value);
    case WarpOperation::reduce_and:
      return total & value;
    case WarpOperation::reduce_or:
      return total | value;
    default:
      return total ^ value;
  }
}

std::uint32_t reduced(const Lanes& lanes) {
  const auto value = [&](unsigned lane) {
    return static_cast<std::uint32_t>(lanes.threads[lane]->warp.value);
  };
  std::uint32_t total = static_cast<std::uint32_t>(lanes.first().warp.value);
  for_each_lane(lanes.mask & (lanes.mask - 1), [&](unsigned lane) {
    total = reduced(lanes.first().warp.operation, total, value(lane));
  });
  return total;
}

/// Whether each lane gets its own result.
bool is_each_ones_own(WarpOperation operation) {
  return operation <= WarpOperation::shuffle_xor || operation == WarpOperation::match_any;
}

std::optional<std::uint64_t> own_result(const Lanes& lanes, const Thread& me) {
  if (me.warp.operation == WarpOperation::match_any) return lanes.with(me.warp.value);
  return shuffled(lanes, me);
}

/// The result that all lanes get.
std::uint64_t common_result(const Lanes& lanes) {
  const std::uint32_t set = lanes.mask & ~lanes.with(0);
  switch (lanes.first().warp.operation) {
    case WarpOperation::none:
      return 0;
    case WarpOperation::vote_all:
      return set == lanes.mask;
    case WarpOperation::vote_any:
      return set != 0;
    case WarpOperation::vote_uniform:
      return set == lanes.mask || set == 0;
    case WarpOperation::vote_ballot:
      return set;
    case WarpOperation::match_all:
      return lanes.with(lanes.first().warp.value) == lanes.mask ? lanes.mask : 0;
    default:
      return reduced(lanes);
  }
}

/// Why CUDA leaves this call undefined, given the lanes that already wait; nothing if the
/// call is defined.  Lanes that wait for each other must do the same with the same mask.
std::optional<Cause> clash_with(Block& block, const Thread& caller,
                                const WarpCall& call) {
  const std::uint32_t warp = caller.number / kWarpLanes;
  const std::uint32_t place = caller.number % kWarpLanes;
  const std::uint32_t self = 1u << place;
  std::optional<Cause> clash;
  for_each_lane(block.warps[warp].others_than(call, self), [&](unsigned lane) {
    const WarpCall& other = lane_of(block, warp, lane).warp;
    if (clash || !(other.mask & self)) return;
    if (other.mask != call.mask)
      clash = MasksDiffer{place, lane, call.mask, other.mask};
    else if (other.operation != call.operation)
      clash = WarpCallsDiffer{place, lane};
  });
  return clash;
}

/// The lanes that the mask names and that have not exited, if each of them waits with
/// this mask; otherwise no lanes.
Lanes complete_lanes(Block& block, std::uint32_t warp, std::uint32_t mask) {
  Lanes lanes;
  const std::uint32_t expected = mask & block.warps[warp].present;
  if (expected & ~block.warps[warp].waiting) return lanes;
  for_each_lane(expected, [&](unsigned lane) {
    lanes.threads[lane] = &lane_of(block, warp, lane);
  });
  lanes.mask = expected;
  const auto has_mask = [=](const Thread& thread) { return thread.warp.mask == mask; };
  if (lanes.such(has_mask) != expected) lanes.mask = 0;
  return lanes;
}

}  // namespace

void WarpCalls::complete(Block& block, std::uint32_t warp, std::uint32_t mask) {
  const Lanes lanes = complete_lanes(block, warp, mask);
  if (lanes.mask == 0) return;
  const WarpOperation operation = lanes.first().warp.operation;
  INVARIANT("Lanes that meet do the same.", lanes.such([=](const Thread& thread) {
    return thread.warp.operation == operation;
  }) == lanes.mask);
  INVARIANT("Lanes that meet wait for each other.", lanes.such([](const Thread& thread) {
    return thread.waiting == Waiting::warp;
  }) == lanes.mask);
  const bool is_own = is_each_ones_own(operation);
  std::array<std::uint64_t, kWarpLanes> results;
  results.fill(is_own ? 0 : common_result(lanes));
  if (is_own)
    for_each_lane(lanes.mask, [&](unsigned lane) {
      const Thread& me = *lanes.threads[lane];
      const auto own = own_result(lanes, me);
      if (!own && run_.options.whole_program)
        run_.reporter.absent_lane(me, lane_read(me));
      results[lane] = own.value_or(
          undefined_value(lane_read(me), run_.options.absent_lanes_at == me.waiting_pc));
    });
  // The CUDA guide says of all other warp operations: "These intrinsics do not imply a
  // memory barrier".
  if (operation == WarpOperation::none) {
    parties_.clear();
    for_each_lane(lanes.mask,
                  [&](unsigned lane) { parties_.push_back(lanes.threads[lane]); });
    barrier(parties_, Meeting::others);
  }
  block.warps[warp].go_on(lanes.mask);
  for_each_lane(lanes.mask, [&](unsigned lane) {
    Thread& thread = *lanes.threads[lane];
    thread.warp.value = results[lane];
    thread.warp.met_at = run_.history.count();
    thread.warp.met_pc = thread.waiting_pc;
    run_.scheduler.make_ready(thread);
  });
}

std::uint64_t WarpCalls::meet(const WarpCall& call, std::uint64_t pc) {
  latest_.settle();
  ++run_.scheduler.steps;
  Thread& thread = *run_.current();
  const std::uint32_t self = 1u << thread.number % kWarpLanes;
  if (!thread.block || !(call.mask & self)) {
    run_.report_misuse(Misuse::Kind::mask_without_caller, pc);
    return 0;
  }
  if (const auto wrong = clash_with(*thread.block, thread, call)) {
    run_.report_misuse(*wrong, pc);
    return 0;
  }
  thread.warp = call;
  polls_.stops_polling(thread);
  thread.spin.progressed();
  run_.scheduler.make_unready(thread);
  thread.waiting = Waiting::warp;
  thread.waiting_pc = pc;
  const std::uint32_t warp = thread.number / kWarpLanes;
  thread.block->warps[warp].arrives(self, call);
  complete(*thread.block, warp, call.mask);
  turns_.reschedule();
  INVARIANT("A lane goes on when it has met the others.",
            thread.warp.met_pc != 0 || pc == 0);
  return thread.warp.value;
}

std::uint32_t WarpCalls::active_mask(std::uint64_t call_path) {
  Thread& thread = *run_.current();
  if (!thread.block) return 0;
  thread.asks_who_is_active = call_path;
  thread.active_mask = 0;
  run_.scheduler.policy().announces(thread, {.kind = Operation::Kind::unlisted});
  turns_.synchronization_point();
  if (thread.active_mask == 0) {  // This lane is the first to go on.
    const std::uint32_t warp = thread.number / kWarpLanes;
    std::uint32_t mask = 0;
    for_each_lane(thread.block->warps[warp].present, [&](unsigned lane) {
      if (lane_of(*thread.block, warp, lane).asks_who_is_active == call_path)
        mask |= 1u << lane;
    });
    for_each_lane(mask, [&](unsigned lane) {
      lane_of(*thread.block, warp, lane).active_mask = mask;
      lane_of(*thread.block, warp, lane).asks_who_is_active = 0;
    });
  }
  INVARIANT("The lanes that are active include the one that asks.",
            (thread.active_mask >> thread.number % kWarpLanes & 1) != 0);
  return thread.active_mask;
}

void WarpCalls::lane_ended(Block& block, std::uint32_t warp) {
  for_each_lane(block.warps[warp].waiting, [&](unsigned lane) {
    const Thread& thread = lane_of(block, warp, lane);
    if (thread.waiting == Waiting::warp) complete(block, warp, thread.warp.mask);
  });
}

}  // namespace gridlock::sim
