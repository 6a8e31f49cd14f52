#include "cure/stronger.h"

#include <algorithm>
#include <array>

namespace gridlock {
namespace {

/// Names with the same weaker name are adjacent, the strongest last.  For each stronger
/// name, the last entry has the next weaker one.
constexpr std::array<StrongerName, 31> kNames = {{
    {"__threadfence_block", "__threadfence"},
    {"__threadfence_block", "__threadfence_system", true},
    {"__threadfence", "__threadfence_system", true},
    {"__syncwarp", "__syncthreads"},
    {"thread_scope_thread", "thread_scope_device"},
    {"thread_scope_thread", "thread_scope_system", true},
    {"thread_scope_block", "thread_scope_device"},
    {"thread_scope_block", "thread_scope_system", true},
    {"thread_scope_device", "thread_scope_system", true},
    {"memory_order_acquire", "memory_order_acq_rel"},
    {"memory_order_acquire", "memory_order_seq_cst"},
    {"memory_order_release", "memory_order_acq_rel"},
    {"memory_order_release", "memory_order_seq_cst"},
    {"memory_order_relaxed", "memory_order_acquire"},
    {"memory_order_relaxed", "memory_order_release"},
    {"memory_order_relaxed", "memory_order_acq_rel"},
    {"memory_order_relaxed", "memory_order_seq_cst"},
    {"memory_order_acq_rel", "memory_order_seq_cst"},
    {"atomicAdd_block", "atomicAdd"},
    {"atomicSub_block", "atomicSub"},
    {"atomicExch_block", "atomicExch"},
    {"atomicCAS_block", "atomicCAS"},
    {"atomicMax_block", "atomicMax"},
    {"atomicMin_block", "atomicMin"},
    {"atomicOr_block", "atomicOr"},
    {"atomicAnd_block", "atomicAnd"},
    {"atomicInc_block", "atomicInc"},
    {"atomicAdd", "atomicAdd_system", true},
    {"atomicExch", "atomicExch_system", true},
    {"atomicCAS", "atomicCAS_system", true},
    {"atomicOr", "atomicOr_system", true},
}};

}  // namespace

std::vector<StrongerName> stronger_names(std::string_view name) {
  std::vector<StrongerName> names;
  std::ranges::copy_if(kNames, std::back_inserter(names),
                       [&](const StrongerName& each) { return each.weak == name; });
  return names;
}

std::string_view weaker_name(std::string_view name) {
  const auto last =
      std::ranges::find(kNames.rbegin(), kNames.rend(), name, &StrongerName::strong);
  return last == kNames.rend() ? "" : last->weak;
}

}  // namespace gridlock
