#include "sim/explore/weigh_fences.h"

#include "common/invariant.h"

namespace gridlock::sim {

std::vector<FenceUse> weigh_fences(const FenceUses& uses, std::uint64_t schedules,
                                   const ShowsMore& shows_more) {
  std::vector<FenceUse> weighed;
  for (const auto& [pc, use] : uses) {
    const auto is_enough = [&, pc = pc](int scope) {
      for (std::uint64_t number = 0; number < schedules; ++number)
        if (shows_more({pc, scope}, number)) return false;
      return true;
    };
    FenceUse one = use;
    one.needed = FenceUse::kNoScope;
    while (one.needed < one.scope && !is_enough(one.needed)) ++one.needed;
    INVARIANT("No fence needs a wider scope than it has.", one.needed <= one.scope);
    weighed.push_back(one);
  }
  return weighed;
}

}  // namespace gridlock::sim
