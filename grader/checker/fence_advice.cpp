#include "checker/fence_advice.h"

#include <algorithm>

namespace gridlock {
namespace {

/// The scope for this number, which must not be kNoScope.
Scope scope_of(int scope) { return static_cast<Scope>(scope - FenceUse::kBlock); }

gridlock::Operation operation_of(const FenceUse& use) {
  return {use.access.op, {use.access.pc}};
}

Finding too_wide(const FenceUse& use) {
  Finding finding;
  finding.kind = Advice::fence_too_wide;
  const Scope needed = scope_of(use.needed);
  finding.what = {FenceTooWide{operation_of(use), scope_of(use.scope), needed}};
  finding.missing = {NarrowerIsEnough{needed, use.fence, {use.access.pc}}};
  finding.accesses = {use.access};
  return finding;
}

Finding redundant(const FenceUse& use) {
  Finding finding;
  finding.kind = Advice::redundant_fence;
  finding.what = {FenceNotNeeded{operation_of(use), use.fence}};
  finding.accesses = {use.access};
  return finding;
}

}  // namespace

void FenceAdvice::add(const std::vector<FenceUse>& uses) {
  for (const FenceUse& use : uses) {
    FenceUse& all = uses_.emplace(use.access.pc, use).first->second;
    all.needed = std::max(all.needed, use.needed);
    all.scope = std::max(all.scope, use.scope);
  }
}

std::vector<Finding> FenceAdvice::findings() const {
  std::vector<Finding> wide, needless;
  for (const auto& [pc, use] : uses_) {
    if (use.needed == use.scope) continue;
    if (use.needed == FenceUse::kNoScope)
      needless.push_back(redundant(use));
    else
      wide.push_back(too_wide(use));
  }
  wide.insert(wide.end(), needless.begin(), needless.end());
  return wide;
}

}  // namespace gridlock
