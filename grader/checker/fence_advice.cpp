#include "checker/fence_advice.h"

#include <fmt/format.h>
#include <cstdint>

#include <algorithm>
#include <array>

namespace gridlock {
namespace {

constexpr std::array kWho{"nobody", "its own block", "the whole device",
                          "all devices and the host"};
constexpr std::array kFences{"", "__threadfence_block()", "__threadfence()",
                             "__threadfence_system()"};
constexpr std::array kScopes{"", "cuda::thread_scope_block", "cuda::thread_scope_device",
                             "cuda::thread_scope_system"};

template <class Table>
const char* of(const Table& table, int scope) {
  return table.at(static_cast<std::size_t>(scope));
}

Finding too_wide(const FenceUse& use) {
  Finding finding;
  finding.kind = name(Advice::fence_too_wide);
  const std::string place = fmt::format("{{@{:x}}}", use.access.pc);
  finding.message = fmt::format(
      "The {} in {} orders for {}, but whoever relies on it is in {}.", use.access.op,
      place, of(kWho, use.scope),
      use.needed == FenceUse::kBlock ? "the same block" : "another block of the device");
  finding.missing =
      fmt::format("{} is enough: in no schedule would it make a difference.",
                  of(use.fence ? kFences : kScopes, use.needed));
  finding.accesses = {use.access};
  return finding;
}

Finding redundant(const FenceUse& use) {
  Finding finding;
  finding.kind = name(Advice::redundant_fence);
  finding.message = fmt::format(
      "Without the {} in {} no schedule would show anything else: what it orders is "
      "ordered already, or nobody relies on it.",
      use.fence ? use.access.op : "order of the " + use.access.op,
      fmt::format("{{@{:x}}}", use.access.pc));
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
  for (Finding& finding : wide) finding.advice = true;
  return wide;
}

}  // namespace gridlock
