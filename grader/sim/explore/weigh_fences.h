/// How strong each fence of a program must be, found by weakening the fence.
///
/// The schedules of an exploration are run again with one fence weakened: left out, or
/// given a narrower scope.  The fence remains a point where threads switch, so the
/// execution is the same up to the first difference.  If no schedule shows anything that
/// was not seen with the whole fence (a race by the strict rules, a hang, another
/// outcome), the weaker fence is enough, as far as was explored.
///
/// An atomic operation that acquires or releases is also weakened: to relaxed, or to a
/// narrower scope.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "protocol/messages.h"
#include "sim/execution/options.h"

namespace gridlock::sim {

/// Returns whether the schedule with this number shows anything new with this fence
/// weakened.
using ShowsMore =
    std::function<bool(const WeakenedFence& weakened, std::uint64_t number)>;

/// For each fence, tries weaker forms on `schedules` schedules, the weakest first, until
/// one is strong enough.
std::vector<FenceUse> weigh_fences(const FenceUses& uses, std::uint64_t schedules,
                                   const ShowsMore& shows_more);

}  // namespace gridlock::sim
