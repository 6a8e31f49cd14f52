/// How much of each fence a program needs, found by weakening the fence.
///
/// The schedules of an exploration are run again with one fence weakened: left out, or of
/// a narrower scope.  It remains a point where threads switch, so the execution is the
/// same up to the first difference.  If no schedule shows anything that was not seen with
/// the whole fence (a race by the strict rules, a hang, another outcome), the weaker one
/// is enough, as far as was explored.
///
/// An atomic operation that acquires or releases is weakened likewise: to relaxed, or to
/// a narrower scope.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "protocol/messages.h"
#include "sim/execution/options.h"

namespace gridlock::sim {

/// Whether the schedule with this number shows anything new with this fence weakened.
using ShowsMore =
    std::function<bool(const WeakenedFence& weakened, std::uint64_t number)>;

/// Tries every weaker form of each fence, weakest first, on `schedules` schedules.
std::vector<FenceUse> weigh_fences(const FenceUses& uses, std::uint64_t schedules,
                                   const ShowsMore& shows_more);

}  // namespace gridlock::sim
