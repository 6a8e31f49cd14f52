/// \file
/// Which writes of a story a thread may no longer miss because fence.sc fences have one
/// order, although nothing makes it know of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/messages.h"
#include "sim/model/history.h"

namespace gridlock::sim {

class FencedWrites {
 public:
  using Index = std::size_t;

  explicit FencedWrites(const History& history);

  /// Fills `Access::fenced` of a story, whose `Access::after` and `Access::knows` are
  /// there: step `steps[i]` of the history is `shown[place[i]]`.
  void tell(const std::vector<Index>& steps, const std::vector<std::size_t>& place,
            std::vector<Access>& shown) const;

 private:
  /// Slots have several tenants in an execution.
  using Lane = std::pair<Slot, std::uint64_t>;
  static Lane lane(const Event& event) { return {event.slot, event.block}; }

  Clock visible_at(const Lane& own, Index event) const;
  std::optional<Index> seen_by(const Clock& visible, Index write,
                               const std::vector<Index>& steps, std::size_t until) const;
  std::optional<std::size_t> fence_behind(const Clock& visible, Index seen,
                                          const std::vector<Index>& steps,
                                          std::size_t until) const;

  const History& history_;
  /// The events after which more may be visible to a thread, in their order.
  std::map<Lane, std::vector<Index>> changes_;
  /// The arrivals at each barrier of a block.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<Index>> arrivals_;
};

}  // namespace gridlock::sim
