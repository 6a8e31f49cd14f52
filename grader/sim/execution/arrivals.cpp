#include "sim/execution/arrivals.h"

#include <string_view>

#include "common/invariant.h"
#include "sim/cuda/cuda/std/gridlock_barrier_words.h"

namespace gridlock::sim {

namespace {
constexpr std::uint64_t kStaysOpen = std::uint64_t{1} << 63;
constexpr std::uint64_t kOfBytes = std::uint64_t{1} << 62;
}  // namespace

std::uint64_t arrival(std::uint64_t arrivals, std::uint64_t dropped, bool stays_open) {
  return BarrierWords::state_of(arrivals, dropped, 0) | (stays_open ? kStaysOpen : 0);
}

std::uint64_t arrival_of_bytes() { return kOfBytes; }

std::uint64_t after_arrival(std::uint64_t state, std::uint64_t arrival) {
  const std::uint64_t missing = BarrierWords::missing(state);
  const std::uint64_t expected = BarrierWords::expected(state);
  const std::uint64_t arrivals = BarrierWords::missing(arrival);
  const std::uint64_t dropped = BarrierWords::expected(arrival);
  INVARIANT("A barrier misses no more arrivals than it expects.", missing <= expected);
  if (missing < arrivals || expected < dropped) return state;
  const std::uint64_t left = expected - dropped;
  const unsigned phase = BarrierWords::phase(state);
  const std::uint64_t awaits_bytes =
      arrival & kOfBytes ? 0 : state & BarrierWords::kAwaitsBytes;
  const bool is_last = missing == arrivals && (arrivals > 0 || (arrival & kOfBytes));
  const bool over = is_last && !awaits_bytes && !(arrival & kStaysOpen);
  return over ? BarrierWords::state_of(left, left, phase + 1)
              : BarrierWords::state_of(missing - arrivals, left, phase) | awaits_bytes;
}

bool is_arrival(const Event& event) {
  return event.op == Op::read_modify_write && std::string_view(event.name) == kArrival;
}

StepNote arrival_note(const Event& event) {
  const std::uint64_t expected = BarrierWords::expected(event.value);
  INVARIANT("An arrival is one of those that are expected.",
            BarrierWords::missing(event.value) <= expected);
  return {.kind = StepNote::Kind::arrives,
          .arrivals = expected - BarrierWords::missing(event.value) + 1,
          .expected = expected};
}

}  // namespace gridlock::sim
